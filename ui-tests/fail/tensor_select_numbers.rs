use tilework::{Tensor, layout};

fn main() {
    let data = [0; 6];
    let matrix = Tensor::new(&data[..], layout!((2,3))).unwrap();
    matrix.select([1, 0]);
}
