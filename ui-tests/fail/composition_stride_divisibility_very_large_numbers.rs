use tilework::{layout, operation::composition};

fn main() {
    composition(layout!((1048576,6):(2,4000000099)), layout!(8000000:3));
}
