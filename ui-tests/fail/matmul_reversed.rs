use tilework::{Owned, layout};

fn main() {
    let (m, n): (usize, usize) = (4, 6);
    let t: Owned<f32, _> = Owned::zeros(layout!((m,n):row_major));
    t.reversed::<0>().matmul(&t.transposed());
}
