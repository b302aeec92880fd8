use tilework::atom::{Tcgen05_32x32b, addresses};
use tilework::{layout, typenum::U2, operation::locate};

fn main() {
    let _ = locate(layout!((64,256):(65536,1)), addresses(Tcgen05_32x32b::<U2>::new()));
}
