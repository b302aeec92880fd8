use tilework::{layout, operation::select};

fn main() {
    select(layout!((4,8):(1,4)), [0, 1]);
}
