use tilework::{layout, tiled_product};

fn main() {
    tiled_product(layout!((4,8):(1,2)), layout!(3:1));
}
