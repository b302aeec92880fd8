use tilework::{AnyLayout, View};

fn tiles<A: AnyLayout, T: Copy>(v: &View<f32, A>, tiler: T) {
    v.zipped_divide(tiler);
}

fn main() {}
