use tilework::{Static, layout, mode, typenum::U2};

fn main() {
    mode(layout!((2,3):(1,2)), Static::<U2>::new());
}
