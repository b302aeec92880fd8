use tilework::layout;

fn main() {
    layout!(2:f9223372036854775807);
}
