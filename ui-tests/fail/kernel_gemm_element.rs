use tilework_atom::{WgmmaK128B, WgmmaM64K16F16Ss};
use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::gemm_f16::Gemm;

const _: Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, WgmmaK128B<U8>> = Gemm::new();

fn main() {}
