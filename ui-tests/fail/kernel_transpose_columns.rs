use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::transpose::RaggedTranspose;

const _: RaggedTranspose<(U128, U100), U256> = RaggedTranspose::new();

fn main() {}
