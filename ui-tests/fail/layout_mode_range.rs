use tilework::layout;

fn main() {
    layout!((2,3)).mode::<2>();
}
