use tilework::{AnyLayout, operation::blocked_product};

fn blocks<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
    blocked_product(a, b);
}

fn main() {}
