use tilework::{AnyLayout, operation::flatten};

fn flat<L: AnyLayout>(layout: L) {
    flatten(layout);
}

fn main() {
    flat(tilework::layout!((2,3)));
}
