use tilework::{layout, operation::complement_ext};

fn main() {
    complement_ext(layout!((4,8):(1,2)));
}
