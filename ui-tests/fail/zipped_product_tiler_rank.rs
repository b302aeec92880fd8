use tilework::{layout, operation::zipped_product};

fn main() {
    zipped_product(layout!((4,2):(1,4)), layout!(<2,2,2>));
}
