use tilework::{Tensor, algorithm::MatrixLayout, bound::MemoryMut, layout};

fn clear(t: &mut Tensor<impl MemoryMut<Item = i32>, impl MatrixLayout>) {
    t[(0, 0)] = 0;
}

fn main() {
    let data = [1; 6];
    clear(&mut Tensor::new(&data[..], layout!((2,3))).unwrap());
}
