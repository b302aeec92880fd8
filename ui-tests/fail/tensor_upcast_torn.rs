use tilework::typenum::{P3, U0, U3};
use tilework::{Composed, Swizzle, Tensor, layout};

fn main() {
    let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
    let _ = Tensor::through([0; 64], swizzled).unwrap().upcast::<2>();
}
