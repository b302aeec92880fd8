use tilework::{layout, operation::logical_divide};

fn main() {
    logical_divide(layout!(64:1), layout!((4,8):(e0,e1)));
}
