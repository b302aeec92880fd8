use tilework::{Static, layout, typenum::U64, operation::complement_ceil};

fn main() {
    complement_ceil(layout!((4,8):(1,2)), Static::<U64>::new());
}
