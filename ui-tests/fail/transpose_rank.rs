use tilework::{Tensor, layout, algorithm::transpose};

fn main() {
    let (from, mut to) = ([0; 24], [0; 24]);
    let from = Tensor::new(&from[..], layout!((2,3,4))).unwrap();
    let mut to = Tensor::new(&mut to[..], layout!((4,6))).unwrap();
    transpose(&from, &mut to);
}
