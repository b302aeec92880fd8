use tilework::{Tensor, algorithm::MatrixLayout, bound::Memory, layout};

fn first(t: &Tensor<impl Memory<Item = i32>, impl MatrixLayout>) -> i32 {
    t[(0, 0)]
}

fn main() {
    let t = Tensor::new([1; 6], layout!((2,3))).unwrap();
    first(&t.map(|x| 2 * x));
}
