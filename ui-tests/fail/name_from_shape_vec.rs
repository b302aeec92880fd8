use tilework::Tensor;

fn main() {
    let t = Tensor::from_shape_vec((2, 6), vec![0.0; 12]).unwrap();
    println!("{}", t[(0, 1)]);
}
