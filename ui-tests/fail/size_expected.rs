use tilework::layout;

fn main() {
    let a = layout!((2,3):(1,2));
    layout!(complement(a, (2,3)));
}
