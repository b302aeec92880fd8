use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::gemm_f32::GemmF32;

const _: GemmF32<U3, U16, U4> = GemmF32::new();

fn main() {}
