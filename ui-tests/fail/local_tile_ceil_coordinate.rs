use tilework::{Tensor, layout};

fn main() {
    let t = Tensor::coordinates(layout!(make_identity_layout((10,7))));
    t.local_tile_ceil(layout!(<4,4>), 0.5);
}
