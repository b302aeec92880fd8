use tilework::{flat_product, layout};

fn main() {
    flat_product(layout!((4,2):(4,48)), layout!(4:3));
}
