use tilework::{layout, operation::group};

fn main() {
    group(layout!((4,8,2)), 0, 1);
}
