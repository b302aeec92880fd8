use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((10,8):(18,59)), layout!((2,2):(8,4)));
}
