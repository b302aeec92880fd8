use tilework::layout;

fn main() {
    layout!((8,4):(f1,f11)).to_swizzle();
}
