use tilework::{Tensor, layout};

fn main() {
    let from = vec![1; 64];
    let mut to = Tensor::new([0; 64], layout!((8,8))).unwrap();
    to.zip_mut_with((&from, &from), |to, (a, b)| *to = *a + *b);
}
