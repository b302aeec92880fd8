use tilework::typenum::{P3, U0, U3};
use tilework::{Swizzle, layout};

fn main() {
    let (columns, swizzle) = (layout!((8,8):(1,8)), Swizzle::<U3, U0, P3>::new());
    layout!(columns o swizzle);
}
