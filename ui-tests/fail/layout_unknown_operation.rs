use tilework::layout;

fn main() {
    layout!(multiply(4:1, 2:1));
}
