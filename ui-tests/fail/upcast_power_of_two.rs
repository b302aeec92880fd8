use tilework::layout;

fn main() {
    let swizzled = layout!((8,8):(f2,f8));
    layout!(upcast(swizzled, 3));
}
