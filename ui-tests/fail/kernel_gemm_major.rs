use tilework_atom::{WgmmaM64K32E4m3Ss, WgmmaMn128B};
use tilework::typenum::*;
use tilework_kernel_arguments::gemm_f16::{ByRows, Gemm};

type Rows = WgmmaMn128B<U16>;
const _: Gemm<(U128, U128, U128), U4, WgmmaM64K32E4m3Ss<U128>, Rows, U1, U8, ByRows<f32>> = Gemm::new();

fn main() {}
