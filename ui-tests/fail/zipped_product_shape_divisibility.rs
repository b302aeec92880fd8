use tilework::{layout, operation::zipped_product};

fn main() {
    zipped_product(layout!((4,2):(3,24)), layout!(4:1));
}
