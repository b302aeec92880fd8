use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
use tilework::layout;

fn main() {
    let _ = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1):(1,4,0)));
}
