use tilework::{
    Swizzle,
    typenum::{P3, U3, U60},
};

fn main() {
    let _ = Swizzle::<U3, U60, P3>::new();
}
