use tilework::{Composed, Swizzle, layout, typenum::{P2, U0, U1}, operation::blocked_product};

fn main() {
    let grid = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    blocked_product(layout!(4:1), grid);
}
