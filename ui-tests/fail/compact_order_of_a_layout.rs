use tilework::{layout, operation::compact_order};

fn main() {
    compact_order(layout!((2,4)), layout!((2,1)).shape());
}
