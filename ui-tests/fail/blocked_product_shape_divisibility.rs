use tilework::{layout, operation::blocked_product};

fn main() {
    blocked_product(layout!((4,2):(3,24)), layout!(4:1));
}
