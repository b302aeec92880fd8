use tilework::{Tensor, layout};

fn main() {
    let data = [0; 6];
    let matrix = Tensor::new(&data[..], layout!((2,3))).unwrap();
    matrix.window((0, 0), layout!(2:1));
}
