use tilework::{Composed, Swizzle, layout, typenum::{P2, U0, U1}, operation::locate};

fn main() {
    let tile = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    locate(layout!(8:1), tile);
}
