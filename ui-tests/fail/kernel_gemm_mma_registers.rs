use tilework_atom::{MmaSyncM16N8K16F16, WgmmaK64B};
use tilework::typenum::*;
use tilework_kernel_arguments::gemm_mma::GemmMma;

const _: GemmMma<(U128, U256, U32), U4, (U2, U2), MmaSyncM16N8K16F16, WgmmaK64B<U16>> = GemmMma::new();

fn main() {}
