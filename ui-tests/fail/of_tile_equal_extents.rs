use tilework::{layout, operation::ThreadValue};

fn main() {
    let tv = ThreadValue::new(layout!((8,8)).shape(), layout!(((4,8),2):((16,1),8)));
    let _ = tv.of_tile(layout!((8,4)));
}
