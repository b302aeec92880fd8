use tilework::atom::{CopyAtom, TiledCopy};
use tilework::typenum::U1;
use tilework::{Layout, Static, ThreadValue, layout};

// One thread copies two elements, and reads the second where there is none of the tile.
#[derive(Clone, Copy)]
struct Far;
impl CopyAtom for Far {
    type Source = Layout!((1,2):(0,4));
    type Destination = Layout!((1,2):(0,1));
    type Reference = Layout!((1,2):(0,1));
    type Reads = Static<U1>;
    type Writes = Static<U1>;
}

fn main() {
    let tv = ThreadValue::new(layout!((2, 2)).shape(), layout!((1,(2,2)):(0,(1,2))));
    TiledCopy::of(Far, tv).partition_s(layout!((8,8):(8,1)));
}
