use tilework::{layout, operation::tiled_product};

fn main() {
    tiled_product(layout!((4,2):(3,24)), layout!(4:1));
}
