use tilework::{layout, operation::append};

fn main() {
    // A size of 2^63.
    append(layout!(4294967296:1), layout!(2147483648:1));
}
