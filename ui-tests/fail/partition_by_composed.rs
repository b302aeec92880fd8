use tilework::{Composed, Swizzle, layout, typenum::{P2, U0, U1}, operation::partition};

fn main() {
    let tv = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    partition(layout!((8, 8)), layout!((4, 2)).shape(), tv);
}
