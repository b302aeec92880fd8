use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((4,(2,8))), layout!(<_,<2,2,2>>));
}
