use tilework::{layout, operation::left_inverse};

fn main() {
    left_inverse(layout!((2,4):(4,37)));
}
