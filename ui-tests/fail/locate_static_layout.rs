use tilework::atom::{Tcgen05_32x32b, addresses};
use tilework::{layout, typenum::U2, operation::locate};

fn main() {
    let n = 256;
    let _ = locate(layout!((128,n):(65536,1)), addresses(Tcgen05_32x32b::<U2>::new()));
}
