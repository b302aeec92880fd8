use tilework::layout;

fn main() {
    let matrix = layout!((4,8):(1,4));
    layout!(matrix o (2,4):(e0,e1));
}
