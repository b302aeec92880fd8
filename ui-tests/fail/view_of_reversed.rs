use tilework::{Owned, Tensor, View, algorithm::MatrixLayout, bound::Memory, layout};

fn of_a_view(t: &View<f32, impl MatrixLayout>) -> f32 {
    t.sum()
}
fn in_memory(t: &Tensor<impl Memory<Item = f32>, impl MatrixLayout>) -> f32 {
    t.sum()
}
fn main() {
    let (m, n): (usize, usize) = (4, 6);
    let t: Owned<f32, _> = Owned::zeros(layout!((m,n):row_major));
    in_memory(&t.reversed::<0>());
    of_a_view(&t.reversed::<0>());
}
