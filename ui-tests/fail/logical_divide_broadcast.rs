use tilework::{layout, operation::logical_divide};

fn main() {
    logical_divide(layout!((4,6):(1,4)), layout!(2:0));
}
