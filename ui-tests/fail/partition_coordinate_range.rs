use tilework::{layout, operation::partition};

fn main() {
    partition(layout!((8,8)), layout!((8,8)).shape(), layout!((4,4):(24,1)));
}
