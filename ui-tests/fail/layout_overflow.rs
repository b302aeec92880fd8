use tilework::layout;

fn main() {
    layout!((2,2):(9223372036854775806,2));
}
