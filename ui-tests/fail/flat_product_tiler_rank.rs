use tilework::{layout, operation::flat_product};

fn main() {
    flat_product(layout!((4,2):(1,4)), layout!(<2,2,2>));
}
