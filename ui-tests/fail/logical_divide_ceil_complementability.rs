use tilework::{layout, operation::logical_divide_ceil};

fn main() {
    logical_divide_ceil(layout!((4,8):(1,4)), layout!((4,2):(1,3)));
}
