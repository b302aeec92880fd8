use tilework::{layout, operation::zipped_product};

fn main() {
    zipped_product(layout!((4,2):(4,48)), layout!(4:3));
}
