use tilework::{AnyLayout, layout, operation::right_inverse};

fn main() {
    unbounded(layout!((4,8)));
}

fn unbounded<A: AnyLayout>(a: A) {
    right_inverse(a);
}
