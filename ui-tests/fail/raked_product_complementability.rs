use tilework::{layout, operation::raked_product};

fn main() {
    raked_product(layout!((4,8):(1,2)), layout!((2,2):(1,2)));
}
