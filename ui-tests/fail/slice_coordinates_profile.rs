use tilework::{Tensor, layout};

fn main() {
    let t = Tensor::coordinates(layout!(make_identity_layout((10,7))));
    t.slice((1, 2, ..));
}
