use tilework::{AnyLayout, operation::slice};

fn rows<L: AnyLayout>(layout: L) {
    slice(layout, (1, ..));
}

fn main() {}
