use tilework::{Dyn, layout};

fn main() {
    let n = Dyn(4);
    layout!((n,8));
}
