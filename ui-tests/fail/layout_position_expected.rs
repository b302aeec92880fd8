use tilework::layout;

fn main() {
    let a = layout!((2,3):(1,2));
    layout!(group(a, (0,1), 1));
}
