use tilework::typenum::{P3, U0, U2};
use tilework::{Composed, Keep, Swizzle, hlist, layout, operation::zipped_divide};

fn main() {
    let tile = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((3,8):(8,1)));
    zipped_divide(layout!((24,8)), hlist![tile, Keep]);
}
