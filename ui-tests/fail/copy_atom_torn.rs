use tilework_atom::{LdmatrixX4Trans, LoadOf, MmaSyncM16N8K8Tf32, TiledCopy, TiledMma};
use tilework::{layout, typenum::U32};

fn main() {
    let mma = TiledMma::new(MmaSyncM16N8K8Tf32, layout!((1,1,1))).permuted(layout!(<32,16,8>));
    let _ = TiledCopy::of(LoadOf::<LdmatrixX4Trans, U32>::new(), mma.a());
}
