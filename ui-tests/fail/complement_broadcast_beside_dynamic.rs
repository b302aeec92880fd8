use tilework::{Static, complement, layout, typenum::U64};

fn main() {
    let d = 8;
    complement(layout!((4,2):(0,d)), Static::<U64>::new());
}
