use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
use tilework::layout;

fn main() {
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1)));
    let _ = mma.permuted(layout!(<32,24,16>));
}
