use tilework::typenum::*;
use tilework_kernel_arguments::copy::CopyTile;

const _: CopyTile<(U16, U64), U40> = CopyTile::new();

fn main() {}
