use tilework::Tensor;

fn total(t: &Tensor) -> f32 {
    t.sum()
}

fn main() {}
