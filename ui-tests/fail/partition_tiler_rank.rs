use tilework::{layout, operation::partition};

fn main() {
    let _ = partition(layout!(64:1), layout!((8,8)).shape(), layout!((32,2):(2,1)));
}
