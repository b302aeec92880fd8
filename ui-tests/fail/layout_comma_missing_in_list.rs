use tilework::layout;

fn main() {
    let a = layout!((2,3):(1,2));
    layout!(select(a, [1 0]));
}
