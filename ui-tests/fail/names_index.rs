use tilework::{Tensor, by, layout, names};
names! { Batch, Row, Col }

fn main() {
    let t = Tensor::new([0; 6], layout!((2,3))).unwrap().named((Row, Col));
    let _ = t[by!(Row = 1, Batch = 2)];
}
