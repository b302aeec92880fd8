use tilework::{layout, operation::right_inverse};

fn main() {
    right_inverse(layout!((4,8):(1,2)));
}
