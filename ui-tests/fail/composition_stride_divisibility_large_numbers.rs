use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((1500,6):(2,4000)), layout!(5000:7));
}
