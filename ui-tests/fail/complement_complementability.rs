use tilework::{Static, complement, layout, typenum::U64};

fn main() {
    complement(layout!((4,8):(1,2)), Static::<U64>::new());
}
