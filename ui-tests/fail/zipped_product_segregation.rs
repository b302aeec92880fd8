use tilework::{layout, operation::zipped_product};

fn main() {
    zipped_product(layout!((4,2):(4,48)), layout!((3,2,2):(1,2,12)));
}
