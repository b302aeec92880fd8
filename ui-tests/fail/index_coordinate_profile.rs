use tilework::{Tensor, layout};

fn main() {
    let matrix = Tensor::new([1; 6].as_slice(), layout!((2,3))).unwrap();
    matrix[(0, 1, 2)];
}
