use tilework::{layout, operation::mode};

fn one<K>(k: K) {
    mode(layout!((4,8)), k);
}

fn main() {}
