use tilework::{blocked_product, layout};

fn main() {
    blocked_product(layout!((4,8)), 4);
}
