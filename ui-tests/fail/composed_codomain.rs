use tilework::{
    Composed, Swizzle, layout,
    typenum::{P2, U0, U1},
};

fn main() {
    Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,8):(e0,e1)));
}
