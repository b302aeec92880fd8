use tilework::typenum::*;

#[path = "../../gpu/kernels/src/argument.rs"]
mod argument;
use argument::attention::Attention;

const _: Attention<U256, U256, U2> = Attention::new();

fn main() {}
