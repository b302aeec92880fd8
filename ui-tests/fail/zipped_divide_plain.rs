use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((8,8):(8,1)), (4, 2));
}
