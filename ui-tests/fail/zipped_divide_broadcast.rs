use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((4,8):(1,4)), layout!((2,2):(1,0)));
}
