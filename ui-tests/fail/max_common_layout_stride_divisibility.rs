use tilework::{layout, operation::max_common_layout};

fn main() {
    max_common_layout(layout!((4,6):(1,40)), layout!((3,8):(8,1)));
}
