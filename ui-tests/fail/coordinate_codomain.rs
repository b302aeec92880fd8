use tilework::layout;

fn main() {
    layout!((4,8):(1,4)).coordinate((1, 2));
}
