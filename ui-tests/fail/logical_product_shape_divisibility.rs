use tilework::{layout, operation::logical_product};

fn main() {
    logical_product(layout!((4,2):(3,24)), layout!(4:1));
}
