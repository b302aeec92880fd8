use tilework::{layout, operation::flat_divide};

fn main() {
    flat_divide(layout!((4,6):(1,40)), layout!(6:1));
}
