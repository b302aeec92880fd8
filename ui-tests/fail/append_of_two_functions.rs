use tilework::typenum::{P3, U0, U1, U2};
use tilework::{Composed, Swizzle, layout, operation::append};

fn main() {
    let one = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((8,8):(8,1)));
    let other = Composed::of(Swizzle::<U1, U0, P3>::new(), layout!(4:64));
    append(one, other);
}
