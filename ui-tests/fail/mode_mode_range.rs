use tilework::{Static, layout, typenum::U2, operation::mode};

fn main() {
    mode(layout!((2,3):(1,2)), Static::<U2>::new());
}
