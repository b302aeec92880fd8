use tilework::{Static, layout, typenum::U64, operation::complement};

fn main() {
    complement(layout!((4,8):(1,2)), Static::<U64>::new());
}
