use tilework::{Owned, layout};

fn main() {
    let n = 8;
    let mut t: Owned<f32, _> = Owned::zeros(layout!((8,n,2)));
    t.zipped_divide_mut(layout!((2,4,1))).fill(1.0);
}
