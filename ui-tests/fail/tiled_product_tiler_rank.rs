use tilework::{layout, operation::tiled_product};

fn main() {
    tiled_product(layout!((4,2):(1,4)), layout!(<2,2,2>));
}
