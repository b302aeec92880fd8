use tilework::{layout, operation::flat_product};

fn main() {
    flat_product(layout!((4,2):(3,24)), layout!(4:1));
}
