use tilework::{Tensor, layout};

fn main() {
    let from = Tensor::new([1; 64], layout!((8,8))).unwrap();
    let mut to = Tensor::new([0; 64], layout!((8,8))).unwrap();
    to.zip_mut_with((&from, &vec![1; 64]), |to, (a, b)| *to = *a + *b);
}
