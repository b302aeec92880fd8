use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::attention::Attention;

const _: Attention<U128, U128, U4> = Attention::new();

fn main() {}
