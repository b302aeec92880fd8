use tilework::typenum::*;
use tilework_kernel_arguments::transpose::RaggedTranspose;

const _: RaggedTranspose<(U128, U100), U256> = RaggedTranspose::new();

fn main() {}
