use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U4};

fn main() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((8,4)), layout!((4,2)));
    // Rows are XORed with 2, in the vectors of the others.
    let _ = copy.partition_s(layout!((64,8):(f1,f66)));
}
