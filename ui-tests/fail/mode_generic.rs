use tilework::{AnyLayout, layout};

fn rows<A: AnyLayout>(a: A) {
    layout!(mode(a, 0));
}

fn main() {}
