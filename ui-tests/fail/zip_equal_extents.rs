use tilework::{Tensor, layout};

fn main() {
    let (n, mut data) = (3, [0; 12]);
    let from = Tensor::new(&[0; 12][..], layout!((n, 4))).unwrap();
    let mut to = Tensor::new(&mut data[..], layout!((3, 2))).unwrap();
    to.zip_mut_with(&from, |to, from| *to = *from);
}
