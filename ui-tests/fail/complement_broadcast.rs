use tilework::{Static, layout, typenum::U64, operation::complement};

fn main() {
    complement(layout!((4,2):(1,0)), Static::<U64>::new());
}
