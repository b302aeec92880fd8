use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U4};

fn main() {
    let m = 32;
    let _ = TiledCopy::new(Vector::<U4>::new(), layout!((m,4)), layout!((4,1)));
}
