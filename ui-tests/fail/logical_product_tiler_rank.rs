use tilework::{layout, operation::logical_product};

fn main() {
    logical_product(layout!((4,2):(1,4)), layout!(<2,2,2>));
}
