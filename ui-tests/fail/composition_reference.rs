use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((8,8):(8,1)), &layout!(4:1));
}
