use tilework::{Owned, layout};

fn main() {
    let t: Owned<f32, _> = Owned::zeros(layout!((8,8)));
    t.par_slices(0);
}
