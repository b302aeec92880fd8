use tilework::{Composed, Static, Swizzle, layout, typenum::{P3, U2, U4, U5}, operation::upcast};

fn main() {
    let tile = Composed::new(Swizzle::<U2, U2, P3>::new(), Static::<U5>::new(), layout!(64:1));
    upcast(tile, Static::<U4>::new());
}
