use tilework::{AnyLayout, layout};

fn fill<A: AnyLayout>(tile: A) {
    layout!(tile_to_shape(tile, (64,64), (0,1)));
}

fn main() {}
