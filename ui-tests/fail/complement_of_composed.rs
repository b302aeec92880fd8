use tilework::{
    Composed, Static, Swizzle, complement, layout,
    typenum::{P2, U0, U1, U64},
};

fn main() {
    let tile = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    complement(tile, Static::<U64>::new());
}
