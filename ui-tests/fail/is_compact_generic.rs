use tilework::{AnyLayout, operation::is_compact};

fn compact<L: AnyLayout>(l: L) -> bool {
    is_compact(l)
}

fn main() {}
