use tilework::{layout, operation::tiled_divide_ceil};

fn main() {
    let (d, e) = (1, 4);
    tiled_divide_ceil(layout!((4,6):(1,4)), layout!((2,2):(d,e)));
}
