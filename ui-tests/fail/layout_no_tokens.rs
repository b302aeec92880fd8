use tilework::layout;

fn main() {
    layout!();
}
