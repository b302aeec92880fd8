use tilework::{Composed, Static, Swizzle, layout, typenum::{P2, U0, U1, U64}, operation::complement};

fn main() {
    let tile = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    complement(tile, Static::<U64>::new());
}
