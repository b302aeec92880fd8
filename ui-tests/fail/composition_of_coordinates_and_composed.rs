use tilework::{Composed, Swizzle, layout, typenum::{P2, U0, U1}, operation::composition};

fn main() {
    let tile = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    composition(layout!((8,8):(e0,e1)), tile);
}
