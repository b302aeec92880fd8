use tilework::{layout, operation::logical_divide};

fn main() {
    let (d, e) = (1, 4);
    logical_divide(layout!((4,6):(1,4)), layout!((2,2):(d,e)));
}
