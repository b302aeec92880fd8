use tilework_atom::{WgmmaK128B, WgmmaM64K16F16Ss};
use tilework::typenum::*;
use tilework_kernel_arguments::gemm_f16::Gemm;

const _: Gemm<(U128, U256, U24), U4, WgmmaM64K16F16Ss<U256>, WgmmaK128B<U16>> = Gemm::new();

fn main() {}
