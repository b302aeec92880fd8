use tilework::layout;

fn main() {
    layout!((4,0):(1,4));
}
