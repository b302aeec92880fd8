use tilework_atom::{TiledCopy, Vector};
use tilework::{layout, typenum::U8};

fn main() {
    let copy = TiledCopy::new(Vector::<U8>::new(), layout!((32,4)), layout!((8,1)));
    let ld = 512;
    let _ = copy.partition_s(layout!((256,8):(ld,1)));
}
