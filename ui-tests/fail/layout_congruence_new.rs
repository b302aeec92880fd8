use tilework::{Dyn, Layout, hlist};

fn main() {
    Layout::new(hlist![Dyn(2), Dyn(3)], hlist![Dyn(1)]);
}
