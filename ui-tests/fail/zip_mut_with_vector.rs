use tilework::{Tensor, layout};

fn main() {
    let v = Tensor::new([1; 6], layout!(6:1)).unwrap();
    let mut t = Tensor::new([0; 24], layout!((4,6):row_major)).unwrap();
    t.zip_mut_with(&v, |x, v| *x += v);
}
