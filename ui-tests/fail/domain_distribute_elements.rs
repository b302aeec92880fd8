use tilework::{domain_distribute, layout};

fn main() {
    domain_distribute(layout!((4,8)).shape(), layout!(1:0).stride());
}
