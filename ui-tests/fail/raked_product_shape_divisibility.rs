use tilework::{layout, operation::raked_product};

fn main() {
    raked_product(layout!((4,2):(3,24)), layout!(4:1));
}
