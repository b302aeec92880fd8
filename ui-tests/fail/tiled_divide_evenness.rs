use tilework::{layout, operation::tiled_divide};

fn main() {
    tiled_divide(layout!((10,8):(1,10)), layout!(<5,3>));
}
