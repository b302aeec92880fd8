use tilework::atom::{Tcgen05_16x128b, addresses};
use tilework::{layout, locate, typenum::U1};

fn main() {
    // Every other column.
    let _ = locate(layout!((128,64):(65536,2)), addresses(Tcgen05_16x128b::<U1>::new()));
}
