use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((6,8):(f9,f1)), layout!(<3,4>));
}
