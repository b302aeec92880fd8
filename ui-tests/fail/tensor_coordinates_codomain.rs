use tilework::{Tensor, layout};

fn main() {
    Tensor::coordinates(layout!((4,8):(1,4)));
}
