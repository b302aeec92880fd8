use tilework::{AnyLayout, layout};

fn words<A: AnyLayout>(bytes: A) {
    layout!(upcast(bytes, 4));
}

fn main() {}
