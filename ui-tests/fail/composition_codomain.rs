use tilework::{Swizzle, layout, typenum::{P2, U0, U1}, operation::composition};

fn main() {
    composition(Swizzle::<U1, U0, P2>::new(), layout!((4,8):(e0,e1)));
}
