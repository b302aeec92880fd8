use tilework::{layout, operation::logical_product};

fn main() {
    logical_product(layout!((4,2):(4,48)), layout!((3,2,2):(1,2,12)));
}
