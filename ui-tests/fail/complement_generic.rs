use tilework::{AnyLayout, bound::HasSize, operation::{complement, size}};

fn rest<T: AnyLayout, A: HasSize>(tile: T, a: A) {
    complement(tile, size(a));
}

fn main() {
    rest(tilework::layout!(4:1), tilework::layout!((2,8)));
}
