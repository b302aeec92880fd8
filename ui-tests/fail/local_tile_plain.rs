use tilework::{Tensor, layout};

fn main() {
    let data = [0; 24];
    let t = Tensor::new(&data[..], layout!((4,6))).unwrap();
    t.local_tile((2,3), (1, 1));
}
