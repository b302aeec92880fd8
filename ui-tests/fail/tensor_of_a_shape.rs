use tilework::Tensor;

fn main() {
    let data = vec![0.0; 48];
    let _ = Tensor::new(&data[..], (6, 8)).unwrap();
}
