use tilework::{Composed, Static, Swizzle, layout, typenum::{P3, U2, U3, U4}, operation::recast};

fn main() {
    let tile = Composed::of(Swizzle::<U3, U4, P3>::new(), layout!((8,4):(1,8)));
    recast(tile, Static::<U3>::new(), Static::<U2>::new());
}
