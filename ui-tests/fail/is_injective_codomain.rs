use tilework::{layout, operation::is_injective};

fn main() {
    let _ = is_injective(layout!((4,8):(e0,e1)));
}
