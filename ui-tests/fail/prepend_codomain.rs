use tilework::{layout, operation::prepend};

fn main() {
    prepend(layout!((4,8):(f1,f9)), layout!((3,2):(e0,0)));
}
