use tilework::{AnyLayout, View, bound::ByMode};

fn first<A: AnyLayout, T: ByMode<A>>(v: &View<f32, A>, tiler: T) {
    v.local_tile(tiler, 0);
}

fn main() {}
