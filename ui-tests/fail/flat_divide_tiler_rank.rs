use tilework::{layout, operation::flat_divide};

fn main() {
    flat_divide(layout!((10,8):(1,10)), layout!(<5,4,2>));
}
