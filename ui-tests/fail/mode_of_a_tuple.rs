use tilework::{layout, operation::mode};

fn main() {
    mode(layout!((4,8)), (0, 1));
}
