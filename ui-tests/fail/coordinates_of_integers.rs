use tilework::{Tensor, layout};

fn main() {
    let _ = Tensor::coordinates(layout!((4,8):(1,4)));
}
