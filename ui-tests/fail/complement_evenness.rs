use tilework::{Static, complement, layout, typenum::U6};

fn main() {
    complement(layout!(4:1), Static::<U6>::new());
}
