use tilework::typenum::*;
use tilework_kernel_arguments::attention::Attention;

const _: Attention<U256, U256, U2> = Attention::new();

fn main() {}
