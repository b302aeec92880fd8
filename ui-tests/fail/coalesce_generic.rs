use tilework::{AnyLayout, coalesce, layout};

fn main() {
    unbounded(layout!((4,8)));
}

fn unbounded<A: AnyLayout>(a: A) {
    coalesce(a);
}
