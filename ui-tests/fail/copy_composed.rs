use tilework_atom::{TiledCopy, Vector};
use tilework::typenum::{P3, U3, U4, U8};
use tilework::{Composed, Static, Swizzle, layout};

fn main() {
    let copy = TiledCopy::new(Vector::<U8>::new(), layout!((4,8):row_major), layout!((1,8)));
    // Vectors begin 4 elements past multiples of 8.
    let four = Static::<U4>::new();
    let shared = Composed::new(Swizzle::<U3, U3, P3>::new(), four, layout!((8,64):row_major));
    let _ = copy.partition_s(shared);
}
