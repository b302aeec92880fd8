use tilework::{layout, operation::max_common_layout};

fn main() {
    let _ = max_common_layout(layout!((4,8):(1,4)), layout!((4,8):(1,2)));
}
