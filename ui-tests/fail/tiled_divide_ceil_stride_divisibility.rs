use tilework::{layout, operation::tiled_divide_ceil};

fn main() {
    tiled_divide_ceil(layout!((4,6):(1,40)), layout!(3:1));
}
