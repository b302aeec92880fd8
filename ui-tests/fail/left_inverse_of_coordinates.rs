use tilework::layout;

fn main() {
    let sheared = layout!((4,8):(e0+e1,e1));
    layout!(left_inverse(sheared));
}
