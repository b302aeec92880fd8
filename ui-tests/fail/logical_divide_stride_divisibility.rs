use tilework::{layout, operation::logical_divide};

fn main() {
    logical_divide(layout!((4,6):(1,40)), layout!(3:1));
}
