use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::gemm_f32::GemmF32;

const _: GemmF32<U4, U16, U2> = GemmF32::new();

fn main() {}
