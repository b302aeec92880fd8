use tilework::{Tensor, layout};

fn main() {
    let data = [0; 6];
    let matrix = Tensor::new(&data[..], layout!((2,3))).unwrap();
    matrix.slice((.., (0..3).rev()));
}
