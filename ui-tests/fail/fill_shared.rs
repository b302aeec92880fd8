use tilework::{Tensor, layout, algorithm::fill};

fn main() {
    let data = [0; 32];
    let mut tensor = Tensor::new(&data[..], layout!((4,8))).unwrap();
    fill(&mut tensor, 1);
}
