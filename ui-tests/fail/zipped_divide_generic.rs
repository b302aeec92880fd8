use tilework::{AnyLayout, layout};

fn tiles<A: AnyLayout>(a: A) {
    layout!(zipped_divide(a, (4,8)));
}

fn main() {}
