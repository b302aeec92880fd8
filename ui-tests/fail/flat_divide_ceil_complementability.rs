use tilework::{layout, operation::flat_divide_ceil};

fn main() {
    flat_divide_ceil(layout!((4,8):(1,4)), layout!((4,2):(1,3)));
}
