use tilework::atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U8};

fn main() {
    let _ = TiledCopy::cotiled(Vector::<U8>::new(), layout!((32,4):(4,1)), layout!((8,64):(64,1)));
}
