use tilework::typenum::*;
use tilework_kernel_arguments::gemm_f32::GemmF32;

const _: GemmF32<U3, U16, U4> = GemmF32::new();

fn main() {}
