use tilework::{Owned, layout};

fn main() {
    let n = 4;
    let v: Owned<f32, _> = Owned::zeros(layout!((4,2,n)));
    let mut t: Owned<f32, _> = Owned::zeros(layout!((4,8)));
    t += &v;
}
