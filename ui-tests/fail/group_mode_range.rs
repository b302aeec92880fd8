use tilework::layout;

fn main() {
    let m = 4;
    let a = layout!((m,3):(1,8));
    layout!(group(a, 2, 1));
}
