use tilework::Tensor;

fn main() {
    let mut t = Tensor::ones((2, 6));
    t[(0, 1)] += 1.0;
}
