use tilework::{Static, layout, take, typenum::{U1, U5}};

fn main() {
    take(layout!((2,3):(1,2)), Static::<U1>::new(), Static::<U5>::new());
}
