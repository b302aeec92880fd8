use tilework::{domain_distribute, layout, leaf};

fn main() {
    domain_distribute(layout!((2,4)), leaf(8));
}
