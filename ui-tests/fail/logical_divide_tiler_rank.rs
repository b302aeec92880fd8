use tilework::{layout, operation::logical_divide};

fn main() {
    logical_divide(layout!((10,8):(1,10)), layout!(<2,2,2>));
}
