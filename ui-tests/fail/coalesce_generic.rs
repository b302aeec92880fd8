use tilework::{AnyLayout, layout, operation::coalesce};

fn main() {
    unbounded(layout!((4,8)));
}

fn unbounded<A: AnyLayout>(a: A) {
    coalesce(a);
}
