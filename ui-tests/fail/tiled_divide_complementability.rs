use tilework::{layout, operation::tiled_divide};

fn main() {
    tiled_divide(layout!((4,8):(1,4)), layout!((2,2):(1,3)));
}
