use tilework::{
    Composed, Swizzle, Tensor, layout,
    typenum::{P2, U0, U1},
};

fn main() {
    let tile = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((4,2):(2,1)));
    let _ = Tensor::new(&[0; 8][..], tile);
}
