use tilework::{Static, complement_ceil, layout, typenum::U64};

fn main() {
    complement_ceil(layout!((4,8):(1,2)), Static::<U64>::new());
}
