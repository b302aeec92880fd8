use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U4};

fn main() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((32,4)), layout!((4,1)));
    let _ = copy.partition_d(layout!((256,6)));
}
