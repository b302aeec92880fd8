use tilework::layout;

fn main() {
    let swizzled = layout!((4,3):(f5,f1));
    layout!(complement(swizzled, 64));
}
