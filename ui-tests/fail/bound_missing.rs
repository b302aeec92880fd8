use tilework::{AnyLayout, right_inverse};

fn generic<L: AnyLayout>(layout: L) {
    right_inverse(layout);
}

fn main() {}
