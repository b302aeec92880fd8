use tilework::{layout, operation::ThreadValue};

fn main() {
    let _ = ThreadValue::new(layout!((8,8)).shape(), layout!(64:1));
}
