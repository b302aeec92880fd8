use tilework::{Tensor, layout};

fn main() {
    let (m, n) = (6, 8);
    let mut t = Tensor::new(vec![1.0_f32; 48], layout!((m,n):row_major)).unwrap();
    let _ = t.windows_mut(layout!((2,2)));
}
