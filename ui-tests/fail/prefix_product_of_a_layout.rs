use tilework::{layout, leaf, operation::prefix_product};

fn main() {
    prefix_product(layout!((2,4)), leaf(3));
}
