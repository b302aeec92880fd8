use tilework::{AnyLayout, View};

fn first<A: AnyLayout, T: Copy>(v: &View<f32, A>, tiler: T) {
    v.local_tile(tiler, 0);
}

fn main() {}
