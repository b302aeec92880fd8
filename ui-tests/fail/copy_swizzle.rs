use tilework_atom::{TiledCopy, Vector};
use tilework::typenum::{P3, U2, U3, U8};
use tilework::{Composed, Swizzle, Tensor, layout};

fn main() {
    let copy = TiledCopy::new(Vector::<U8>::new(), layout!((4,8):row_major), layout!((1,8)));
    // It keeps 4 elements together.
    let shared = Composed::of(Swizzle::<U3, U2, P3>::new(), layout!((8,64):row_major));
    let data = [0; 512];
    let _ = copy.thread(0).partition_s(&Tensor::through(&data[..], shared).unwrap());
}
