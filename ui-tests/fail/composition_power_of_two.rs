use tilework::layout;

fn main() {
    let (swizzled, tile) = (layout!((8,8):(f9,f1)), layout!(3:f5));
    layout!(swizzled o tile);
}
