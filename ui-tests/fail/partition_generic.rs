use tilework::{AnyLayout, layout, operation::partition};

fn of_threads<A: AnyLayout>(a: A) {
    partition(a, layout!((4,8)).shape(), layout!((4,8):(1,4)));
}

fn main() {}
