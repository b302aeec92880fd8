use tilework::layout;

fn main() {
    let a = layout!((4,2):(e0,4e1));
    layout!(right_inverse(a));
}
