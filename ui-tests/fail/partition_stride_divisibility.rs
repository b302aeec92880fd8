use tilework::{layout, operation::partition};

fn main() {
    let _ = partition(layout!(((2,6),8):((1,100),12)), layout!((12,8)).shape(), layout!((32,3):(3,1)));
}
