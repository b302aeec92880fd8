use tilework::{bound::Shape, operation::identity};

fn columns<S: Shape>(shape: S) {
    identity(shape);
}

fn main() {
    columns(tilework::layout!((2,3)).shape());
}
