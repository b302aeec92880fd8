use tilework::{layout, operation::flat_product};

fn main() {
    flat_product(layout!((4,2):(4,48)), layout!((3,2,2):(1,2,12)));
}
