use tilework::{Owned, layout};

fn main() {
    let (t, v): (Owned<f32, _>, Owned<f32, _>) = (Owned::zeros(layout!((4,8))), Owned::zeros(layout!(4:1)));
    let _ = &t + &v;
}
