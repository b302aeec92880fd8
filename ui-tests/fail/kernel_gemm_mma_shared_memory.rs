use tilework_atom::{MmaSyncM16N8K16F16, WgmmaK128B};
use tilework::typenum::*;
use tilework_kernel_arguments::gemm_mma::GemmMma;

const _: GemmMma<(U128, U256, U64), U5, (U2, U4), MmaSyncM16N8K16F16, WgmmaK128B<U16>> = GemmMma::new();

fn main() {}
