use tilework::{Static, layout, typenum::U6, operation::complement};

fn main() {
    complement(layout!(4:1), Static::<U6>::new());
}
