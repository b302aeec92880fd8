use tilework::atom::{Tcgen05_16x128b, addresses};
use tilework::{layout, typenum::U1, operation::locate};

fn main() {
    // Every other column.
    let _ = locate(layout!((128,64):(65536,2)), addresses(Tcgen05_16x128b::<U1>::new()));
}
