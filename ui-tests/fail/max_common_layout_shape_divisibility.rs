use tilework::{layout, operation::max_common_vector};

fn main() {
    let _ = max_common_vector(layout!((3,4,2):(1,6,24)), layout!(8:1));
}
