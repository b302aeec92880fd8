use tilework::{layout, operation::tiled_divide_ceil};

fn main() {
    tiled_divide_ceil(layout!((4,8):(1,4)), layout!((4,2):(1,3)));
}
