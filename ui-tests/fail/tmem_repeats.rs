use tilework_atom::{Tcgen05_16x32bx2, addresses};
use tilework::typenum::U3;

fn main() {
    let _ = addresses(Tcgen05_16x32bx2::<U3>::new());
}
