use tilework::{Tensor, layout};

fn main() {
    let mut data = [0; 24];
    let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
    matrix.par_tiles_mut(layout!(<3,3>));
}
