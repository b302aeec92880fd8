use tilework::{Layout, result::Composition};

struct Tile<T> {
    data: T,
    layout: Composition<Layout!((4,6,8):(2,3,5)), Layout!(6:3)>,
}

fn main() {}
