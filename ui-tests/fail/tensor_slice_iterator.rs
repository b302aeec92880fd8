use tilework::{Tensor, layout};

fn main() {
    let data = [0; 6];
    let matrix = Tensor::new(&data[..], layout!((2,3))).unwrap();
    matrix.slice((.., [2, 0, 1].into_iter().step_by(1)));
}
