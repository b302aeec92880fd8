use tilework::{layout, operation::tiled_product};

fn main() {
    tiled_product(layout!((4,2):(4,48)), layout!(4:3));
}
