use tilework::{Composed, Tensor, layout};

fn main() {
    let moved = Composed::of(layout!((2,4,8):(1,16,2)), layout!((8,8):(1,8)));
    let _ = Tensor::through([0; 64], moved).unwrap().upcast::<4>();
}
