use tilework::{flat_divide_ceil, layout};

fn main() {
    flat_divide_ceil(layout!((4,8):(1,4)), layout!((4,2):(1,3)));
}
