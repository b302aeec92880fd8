use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U4};

fn main() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,8):row_major), layout!((1,4)));
    let m = 64;
    // Rows that begin one element past a multiple of 4.
    let _ = copy.partition_d(layout!((m,512):(513,1)));
}
