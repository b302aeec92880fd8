use tilework::layout;

fn main() {
    let matrix = layout!((4,8):(1,4));
    layout!(matrix o 4:e2);
}
