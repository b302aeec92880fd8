use tilework::{Tensor, layout};

fn main() {
    let (f2, f1) = (8, 1);
    Tensor::new(vec![0; 64], layout!((8,8):(f2,f1))).unwrap();
}
