use tilework::{layout, operation::append};

fn main() {
    append(layout!((4,8):(e0,e1)), layout!(3:1));
}
