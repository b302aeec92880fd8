use tilework::{Tensor, layout};

fn main() {
    let data = [0; 70];
    let matrix = Tensor::new(&data[..], layout!((10,7))).unwrap();
    matrix.predicated_divide((4, 4));
}
