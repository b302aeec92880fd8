use tilework::{Tensor, layout};

fn main() {
    let t = Tensor::new([1.0; 6], layout!((2,3))).unwrap();
    t.par_iter();
}
