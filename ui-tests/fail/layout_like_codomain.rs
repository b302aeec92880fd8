use tilework::layout;

fn main() {
    let swizzled = layout!((8,8):(f9,f1));
    layout!(make_layout_like(swizzled));
}
