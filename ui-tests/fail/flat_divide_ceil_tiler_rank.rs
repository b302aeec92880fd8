use tilework::{layout, operation::flat_divide_ceil};

fn main() {
    flat_divide_ceil(layout!((10,8):(1,10)), layout!(<5,4,2>));
}
