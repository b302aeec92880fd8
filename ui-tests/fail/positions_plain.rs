use tilework::{group, layout};

fn main() {
    group(layout!((4,8,2)), 0, 1);
}
