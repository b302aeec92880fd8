use tilework::{layout, operation::tiled_product};

fn main() {
    tiled_product(layout!((4,8):(1,2)), layout!(3:1));
}
