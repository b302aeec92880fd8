use tilework::layout;

fn main() {
    layout!((4,8):);
}
