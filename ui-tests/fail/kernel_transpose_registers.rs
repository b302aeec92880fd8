use tilework::typenum::*;
use tilework_kernel_arguments::transpose::RaggedTranspose;

const _: RaggedTranspose<(U256, U128), U256> = RaggedTranspose::new();

fn main() {}
