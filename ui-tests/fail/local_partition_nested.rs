use tilework::{Tensor, layout};

fn main() {
    let tensor = Tensor::new(vec![0; 64], layout!((8,8))).unwrap();
    tensor.local_partition(layout!(((2,2),2)), 0);
}
