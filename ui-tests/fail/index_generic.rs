use tilework::{Tensor, algorithm::MatrixLayout, bound::Accessor};

fn first<A: Accessor<Item = f32>, L: MatrixLayout>(t: &Tensor<A, L>) -> f32 {
    t[(0, 0)]
}

fn main() {}
