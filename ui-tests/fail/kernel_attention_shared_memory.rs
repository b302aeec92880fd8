use tilework::typenum::*;
use tilework_kernel_arguments::attention::Attention;

const _: Attention<U128, U128, U4> = Attention::new();

fn main() {}
