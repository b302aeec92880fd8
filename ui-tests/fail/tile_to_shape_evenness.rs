use tilework::typenum::{U0, U1};
use tilework::{Static, hlist, layout, operation::tile_to_shape};

fn main() {
    let order = hlist![Static::<U0>::new(), Static::<U1>::new()];
    let _ = tile_to_shape(layout!((2,4):(4,1)), layout!((8,10)).shape(), order);
}
