use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((12,20)), layout!((8,8)));
}
