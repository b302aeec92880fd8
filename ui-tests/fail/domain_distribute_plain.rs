use tilework::{domain_distribute, layout};

fn main() {
    domain_distribute(layout!((2,4)).shape(), 0);
}
