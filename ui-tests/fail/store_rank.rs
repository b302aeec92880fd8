use tilework::{Fragment, Owned, layout};

fn main() {
    let mut t: Owned<f32, _> = Owned::zeros(layout!((10,10)));
    let mut tiles = t.predicated_divide_mut(layout!(<4,4>));
    let fragment = Fragment::filled(layout!((4,2,2)), 0.0).unwrap();
    tiles.slice_mut((.., (2, 2))).store(&fragment).unwrap();
}
