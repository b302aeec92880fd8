use tilework::{Layout, Permute, HList, Static, typenum::U1};

struct Swapped {
    layout: Permute<Layout!((2,3):(1,2)), HList![Static<U1>, Static<U1>]>,
}

fn main() {}
