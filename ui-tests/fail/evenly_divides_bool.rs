use tilework::{evenly_divides, layout};

fn main() {
    evenly_divides(layout!((4,8)).shape(), true);
}
