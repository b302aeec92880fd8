use tilework::{layout, operation::zipped_divide_ceil};

fn main() {
    zipped_divide_ceil(layout!((10,8):(1,10)), layout!(<5,4,2>));
}
