use tilework::typenum::{P3, U0, U3, U8, U16};
use tilework::{Static, Swizzle};

fn main() {
    Swizzle::<U3, U0, P3>::new().recast(Static::<U8>::new(), Static::<U16>::new());
}
