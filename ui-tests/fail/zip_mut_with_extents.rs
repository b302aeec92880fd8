use tilework::{Tensor, layout};

fn main() {
    let from = Tensor::new([1; 64], layout!((8,2,4))).unwrap();
    let mut to = Tensor::new([0; 64], layout!((8,8))).unwrap();
    to.zip_mut_with(&from, |to, from| *to = *from);
}
