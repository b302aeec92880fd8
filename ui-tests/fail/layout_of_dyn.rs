use tilework::{Dyn, Layout};

fn main() {
    Layout::new(Dyn(8_i32), Dyn(1_i32));
}
