use tilework::Tensor;

fn main() {
    let (m, n) = (6_usize, 8_usize);
    let _ = Tensor::new(vec![0.0; 48], [m, n]);
}
