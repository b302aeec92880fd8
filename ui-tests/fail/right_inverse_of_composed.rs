use tilework::typenum::{P3, U0, U2};
use tilework::{Composed, Swizzle, layout, operation::right_inverse};

fn main() {
    let tile = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((3,8):(8,1)));
    right_inverse(tile);
}
