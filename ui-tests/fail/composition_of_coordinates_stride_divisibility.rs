use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((4,8):(e0,6*e(1,2))), layout!(6:3));
}
