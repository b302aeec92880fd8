use tilework::{layout, operation::evenly_divides};

fn main() {
    evenly_divides(layout!((4,8)).shape(), true);
}
