use tilework::{Owned, layout};

fn main() {
    let a: Owned<f32, _> = Owned::zeros(layout!((4,8)));
    let b: Owned<f32, _> = Owned::zeros(layout!((4,8):row_major));
    a.dot(&b);
}
