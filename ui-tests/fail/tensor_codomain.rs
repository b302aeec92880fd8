use tilework::{Tensor, layout};

fn main() {
    let _ = Tensor::new(&[0; 64][..], layout!((8,8):(e0,e1)));
}
