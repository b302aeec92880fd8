use tilework::{Owned, layout};

fn main() {
    let t: Owned<f32, _> = Owned::zeros(layout!((8,8)));
    let _: f32 = t.tiles(layout!((2,4))).map(|tile| tile.sum()).sum();
}
