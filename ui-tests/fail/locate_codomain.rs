use tilework::{layout, operation::locate};

fn main() {
    locate(layout!((4,8):(e0,e1)), layout!((2,2):(e0,e1)));
}
