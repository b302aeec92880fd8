use tilework::typenum::{P3, U0, U2};
use tilework::{Composed, Swizzle, layout, operation::append};

fn main() {
    let swizzle = Swizzle::<U2, U0, P3>::new();
    append(Composed::of(swizzle, layout!((8,8):(8,1))), Composed::of(swizzle, layout!(4:64)));
}
