use tilework::{layout, operation::right_inverse};

fn main() {
    right_inverse(layout!((2,3,4):(f1,f2,f9)));
}
