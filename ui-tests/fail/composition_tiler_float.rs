use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((4,8):(8,1)), 1.5);
}
