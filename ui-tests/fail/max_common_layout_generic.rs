use tilework::{AnyLayout, operation::max_common_layout};

fn common<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
    max_common_layout(a, b);
}

fn main() {
    common(tilework::layout!((2,3)), tilework::layout!(4));
}
