use tilework::{layout, operation::tile_to_shape};

fn main() {
    let shape = layout!((4,4)).shape();
    tile_to_shape(layout!((2,2,2)), shape, layout!((1,1)).shape());
}
