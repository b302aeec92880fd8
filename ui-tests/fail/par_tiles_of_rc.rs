use std::rc::Rc;
use tilework::{Tensor, layout};

fn main() {
    let mut t = Tensor::new(vec![Rc::new(1); 16], layout!((4,4))).unwrap();
    t.par_tiles_mut(layout!(<2,2>));
}
