use tilework::{layout, operation::blocked_product};

fn main() {
    blocked_product(layout!((4,8)), 4);
}
