use tilework::{
    Swizzle,
    typenum::{P2, U0, U3},
};

fn main() {
    let _ = Swizzle::<U3, U0, P2>::new();
}
