use tilework::typenum::*;
use tilework_kernel_arguments::transpose::Transpose;

const _: Transpose<(U96, U64), U192> = Transpose::new();

fn main() {}
