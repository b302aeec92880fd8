use tilework::{layout, operation::locate};

fn main() {
    locate(layout!((8,8):(f1,f9)), layout!((4,2):(8,1)));
}
