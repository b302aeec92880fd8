use tilework::{Tensor, layout};

fn main() {
    let t = Tensor::new([0.0_f32; 12], layout!((2,6):row_major)).unwrap();
    let _ = t.ravel();
}
