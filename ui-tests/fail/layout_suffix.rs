use tilework::layout;

fn main() {
    layout!((4u32,8));
}
