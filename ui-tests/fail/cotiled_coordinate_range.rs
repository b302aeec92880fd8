use tilework::atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U4};

fn main() {
    // Rows of 60 elements, 64 apart.
    let _ = TiledCopy::cotiled(Vector::<U4>::new(), layout!((32,4):(4,1)), layout!((8,60):(64,1)));
}
