use tilework::{Fragment, layout};

fn main() {
    let rows = 4;
    Fragment::filled(layout!((rows,8)), 0.0);
}
