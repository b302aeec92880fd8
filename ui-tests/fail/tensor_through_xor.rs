use tilework::typenum::{P2, U0, U2};
use tilework::{Composed, Swizzle, Tensor, layout};

fn main() {
    let composed = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((8,4):(f4,f1)));
    Tensor::through(&[0; 32][..], composed).unwrap();
}
