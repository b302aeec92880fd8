use tilework::{layout, operation::flat_divide};

fn main() {
    flat_divide(layout!((4,8):(1,4)), layout!((2,2):(1,3)));
}
