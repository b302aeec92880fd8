use tilework::{Layout, HList, Static, typenum::U1, result::Permute};

struct Swapped {
    layout: Permute<Layout!((2,3):(1,2)), HList![Static<U1>, Static<U1>]>,
}

fn main() {}
