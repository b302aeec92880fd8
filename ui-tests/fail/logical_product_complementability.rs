use tilework::{layout, operation::logical_product};

fn main() {
    logical_product(layout!((4,8):(1,2)), layout!(3:1));
}
