use tilework::{layout, operation::ThreadValue};

fn main() {
    let _ = ThreadValue::new(layout!((8,8)).shape(), layout!((4,3):(8,24)));
}
