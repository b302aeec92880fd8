use tilework::{layout, operation::blocked_product};

fn main() {
    blocked_product(layout!((4,8):(1,2)), layout!((2,2):(1,2)));
}
