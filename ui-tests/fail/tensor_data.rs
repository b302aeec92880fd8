use tilework::{Tensor, layout};

fn main() {
    let _ = Tensor::new("elements", layout!((4,2)));
}
