use tilework::{flat_product, layout};

fn main() {
    flat_product(layout!((4,2):(3,24)), layout!(4:1));
}
