use tilework::typenum::{P3, U3, U4, U8, U24};
use tilework::{Static, Swizzle};

fn main() {
    Swizzle::<U3, U4, P3>::new().recast(Static::<U8>::new(), Static::<U24>::new());
}
