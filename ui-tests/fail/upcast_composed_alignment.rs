use tilework::{Composed, Static, Swizzle, layout, typenum::{P3, U1, U2, U4}, operation::upcast};

fn main() {
    let tile = Composed::of(Swizzle::<U2, U1, P3>::new(), layout!(64:1));
    upcast(tile, Static::<U4>::new());
}
