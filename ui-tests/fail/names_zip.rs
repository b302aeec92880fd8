use tilework::{Tensor, layout, names};
names! { Batch, Row, Col }

fn main() {
    let from = Tensor::new([0; 6], layout!((2,3))).unwrap().named((Row, Batch));
    let mut to = Tensor::new([0; 6], layout!((2,3))).unwrap().named((Row, Col));
    to.zip_mut_with(&from, |to, from| *to += from);
}
