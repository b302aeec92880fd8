use tilework::{layout, operation::zipped_divide_ceil};

fn main() {
    zipped_divide_ceil(layout!((4,6):(1,40)), layout!(6:1));
}
