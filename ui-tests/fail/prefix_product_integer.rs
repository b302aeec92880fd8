use tilework::{layout, operation::prefix_product};

fn main() {
    prefix_product(layout!((2,4)).shape(), 3);
}
