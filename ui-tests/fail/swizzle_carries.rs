use tilework::typenum::{P3, U0, U3};
use tilework::{Swizzle, layout};

fn main() {
    let swizzle = Swizzle::<U3, U0, P3>::new();
    layout!(swizzle o (3,3):(3,1));
}
