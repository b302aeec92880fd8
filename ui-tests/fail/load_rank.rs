use tilework::{Fragment, Owned, layout};

fn main() {
    let t: Owned<f32, _> = Owned::zeros(layout!((10,10)));
    let tiles = t.predicated_divide(layout!(<4,4>));
    let mut fragment = Fragment::filled(layout!(16:1), 0.0).unwrap();
    tiles.slice((.., (2, 2))).load(0.0, &mut fragment).unwrap();
}
