use tilework::typenum::{P3, U0, U3};
use tilework::{Swizzle, layout};

fn main() {
    let (swizzle, rows) = (Swizzle::<U3, U0, P3>::new(), 4_usize);
    layout!(swizzle o (rows,8):(8,1));
}
