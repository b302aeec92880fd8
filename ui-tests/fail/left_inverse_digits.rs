use tilework::{layout, operation::left_inverse};

fn main() {
    left_inverse(layout!((4,8):(1,2)));
}
