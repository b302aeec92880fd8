use tilework::{layout, operation::flat_product};

fn main() {
    flat_product(layout!((4,8):(1,2)), layout!(3:1));
}
