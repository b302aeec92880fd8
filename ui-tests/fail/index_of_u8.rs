use tilework::{Tensor, layout};

fn main() {
    let (i, j) = (1_u8, 2);
    let matrix = Tensor::new([1; 6].as_slice(), layout!((2,3))).unwrap();
    matrix[(i, j)];
}
