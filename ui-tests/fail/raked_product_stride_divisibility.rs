use tilework::{layout, operation::raked_product};

fn main() {
    raked_product(layout!((4,2):(4,48)), layout!(4:3));
}
