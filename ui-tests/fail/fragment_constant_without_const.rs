use tilework::{Fragment, layout};

const M: usize = 8;

fn main() {
    Fragment::filled(layout!((M,4)), 0.0);
}
