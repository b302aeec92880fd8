use tilework::{bound::Shape, operation::make_ordered_layout};

fn ordered<S: Shape, K: Shape>(shape: S, order: K) {
    make_ordered_layout(shape, order);
}

fn main() {
    ordered(tilework::layout!((2,3)).shape(), tilework::layout!((2,1)).shape());
}
