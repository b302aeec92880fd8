use tilework::{layout, mode};

fn main() {
    mode(layout!((4,8):(8,1)), 1).size();
}
