use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::copy::CopyTile;

const _: CopyTile<(U16, U64), U40> = CopyTile::new();

fn main() {}
