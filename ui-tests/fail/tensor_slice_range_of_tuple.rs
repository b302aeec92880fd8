use tilework::{Tensor, layout};

fn main() {
    let data = [0; 12];
    let matrix = Tensor::new(&data[..], layout!(((2,2),3))).unwrap();
    matrix.slice((1..3, ..));
}
