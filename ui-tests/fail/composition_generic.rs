use tilework::{AnyLayout, operation::composition};

fn compose<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
    composition(a, b);
}

fn main() {}
