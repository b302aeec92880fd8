use tilework::{Tensor, layout, names};
names! { Row, Col }

fn main() {
    Tensor::new([0; 24], layout!((2,3,4))).unwrap().named((Row, Col));
}
