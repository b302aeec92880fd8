use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((4,6,8):(2,3,5)), layout!(6:1));
}
