use tilework::{layout, operation::partition};

fn main() {
    partition(layout!((8,8)), (4, 8), layout!((32,1)));
}
