use tilework::{Packed, Tensor, layout};

fn main() {
    let mut t = Tensor::new(Packed::<i8, 4, _>::new([0_u8; 24]), layout!((6,8))).unwrap();
    t[(1, 2)] = 3;
}
