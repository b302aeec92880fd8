use tilework::{Tensor, layout};

fn main() {
    let t = Tensor::new([1; 6], layout!((2,3))).unwrap();
    let _ = &t[(0, ..)];
}
