use tilework::{AnyLayout, View, bound::ByMode};

fn tiles<A: AnyLayout, T: ByMode<A>>(v: &View<f32, A>, tiler: T) {
    v.zipped_divide(tiler);
}

fn main() {}
