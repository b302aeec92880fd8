use tilework::{Tensor, layout};

fn main() {
    let data = [0; 16];
    let matrix = Tensor::new(&data[..], layout!((4,4))).unwrap();
    matrix.upcast::<3>();
}
