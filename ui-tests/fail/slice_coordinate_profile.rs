use tilework::layout;

fn main() {
    let identity = layout!((4,8):(e0,e1));
    tilework::operation::slice(identity, (1, .., 2));
}
