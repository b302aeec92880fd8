use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((4,6):(1,40)), layout!(6:1));
}
