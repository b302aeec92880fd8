use tilework_atom::{TiledMma, WgmmaM64K32S8Ss};
use tilework::{layout, typenum::U40};

fn main() {
    // No instruction for integers has 40 columns.
    let _ = TiledMma::new(WgmmaM64K32S8Ss::<U40>::new(), layout!((2,1,1)));
}
