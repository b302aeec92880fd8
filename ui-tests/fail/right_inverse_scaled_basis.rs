use tilework::layout;

fn main() {
    let k = 2;
    let a = layout!((4,2):(e0+k*e1,4e1));
    layout!(right_inverse(a));
}
