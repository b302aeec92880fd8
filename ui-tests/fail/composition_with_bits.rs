use tilework::layout;

fn main() {
    let (matrix, swizzled) = (layout!((4,4):(4,1)), layout!((4,4):(f5,f1)));
    layout!(matrix o swizzled);
}
