use tilework::{Tensor, layout};

fn main() {
    let tensor = Tensor::new(vec![0; 60], layout!((4,6,8):(2,3,5))).unwrap();
    tensor.compose(layout!(6:3));
}
