use tilework::typenum::{P3, U0, U3};
use tilework::{Composed, Swizzle, layout};

fn main() {
    let composed = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,4):(1,8)));
    let columns = layout!((8,8):(1,8));
    layout!(columns o composed);
}
