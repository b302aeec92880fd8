use tilework::{layout, operation::logical_divide_ceil};

fn main() {
    logical_divide_ceil(layout!((4,6):(1,40)), layout!(3:1));
}
