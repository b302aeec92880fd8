use tilework::{Owned, layout};

fn main() {
    let v: Owned<f32, _> = Owned::zeros(layout!(32:1));
    let mut t: Owned<f32, _> = Owned::zeros(layout!((4,8)));
    t.copy_from(&v);
}
