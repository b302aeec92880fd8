use tilework::typenum::*;
use tilework_kernel_arguments::gemm_f32::GemmF32;

const _: GemmF32<U4, U16, U2> = GemmF32::new();

fn main() {}
