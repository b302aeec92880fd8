use tilework::{Tensor, hlist, layout};

fn main() {
    let data = [0; 6];
    let matrix = Tensor::new(&data[..], layout!((2,3))).unwrap();
    matrix.select(hlist![1, 0]);
}
