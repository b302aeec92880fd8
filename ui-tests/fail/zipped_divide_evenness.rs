use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((10,8):(1,10)), layout!(<5,3>));
}
