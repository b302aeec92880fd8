use tilework::{layout, operation::tiled_divide};

fn main() {
    tiled_divide(layout!((4,6):(1,40)), layout!(6:1));
}
