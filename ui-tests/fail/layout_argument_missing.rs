use tilework::layout;

fn main() {
    let a = layout!((2,3):(1,2));
    layout!(logical_divide(a));
}
