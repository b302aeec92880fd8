use tilework::{layout};

fn main() {
    let _ = layout!((4,8):(1,2) * 3:1);
}
