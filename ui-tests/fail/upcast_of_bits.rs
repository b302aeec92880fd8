use tilework::layout;

fn main() {
    let swizzled = layout!((8,8):(f1,f9));
    layout!(upcast(swizzled, 2));
}
