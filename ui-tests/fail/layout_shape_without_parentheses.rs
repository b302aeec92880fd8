use tilework::layout;

fn main() {
    layout!(6, 8);
}
