use tilework::{Static, complement, layout, typenum::U64};

fn main() {
    complement(layout!((4,2):(1,0)), Static::<U64>::new());
}
