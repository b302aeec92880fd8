use tilework::{layout, operation::logical_divide};

fn main() {
    logical_divide(layout!(10:1), layout!(4:1));
}
