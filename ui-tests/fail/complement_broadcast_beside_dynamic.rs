use tilework::{Static, layout, typenum::U64, operation::complement};

fn main() {
    let d = 8;
    complement(layout!((4,2):(0,d)), Static::<U64>::new());
}
