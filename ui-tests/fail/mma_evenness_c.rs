use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
use tilework::layout;

fn main() {
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1)));
    let m = 64;
    let _ = mma.partition_c(layout!((m,24):(24,1)));
}
