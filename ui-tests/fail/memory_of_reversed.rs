use tilework::{Owned, Tensor, algorithm::MatrixLayout, bound::Memory, layout};

fn in_memory(t: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>) -> f32 {
    t.sum()
}
fn main() {
    let (m, n): (usize, usize) = (4, 6);
    let t: Owned<f32, _> = Owned::zeros(layout!((m,n):row_major));
    in_memory(&t.reversed::<0>());
}
