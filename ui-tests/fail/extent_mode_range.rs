use tilework::{Owned, layout};

fn main() {
    let t: Owned<f32, _> = Owned::zeros(layout!((4,8)));
    t.extent::<2>();
}
