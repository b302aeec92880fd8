use tilework::{layout, operation::tiled_divide_ceil};

fn main() {
    tiled_divide_ceil(layout!((10,8):(1,10)), layout!(<5,4,2>));
}
