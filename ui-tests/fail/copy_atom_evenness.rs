use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U8};

fn main() {
    let _ = TiledCopy::new(Vector::<U8>::new(), layout!((32,4)), layout!((4,1)));
}
