use tilework::{Static, layout, typenum::{U1, U5}, operation::take};

fn main() {
    take(layout!((2,3):(1,2)), Static::<U1>::new(), Static::<U5>::new());
}
