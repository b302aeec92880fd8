use tilework::{Tensor, layout};

fn main() {
    let _ = Tensor::new(vec![1.0_f32; 48], layout!(<2,2>)).unwrap();
}
