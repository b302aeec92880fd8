use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((4,8):(1,100)), layout!((3,2):(1,2)));
}
