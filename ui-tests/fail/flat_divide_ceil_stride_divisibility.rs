use tilework::{flat_divide_ceil, layout};

fn main() {
    flat_divide_ceil(layout!((4,6):(1,40)), layout!(3:1));
}
