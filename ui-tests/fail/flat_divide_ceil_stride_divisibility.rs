use tilework::{layout, operation::flat_divide_ceil};

fn main() {
    flat_divide_ceil(layout!((4,6):(1,40)), layout!(3:1));
}
