use tilework::layout;

fn main() {
    layout!(product(4:1, 2:1));
}
