use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::transpose::Transpose;

const _: Transpose<(U96, U64), U192> = Transpose::new();

fn main() {}
