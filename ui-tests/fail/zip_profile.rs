use tilework::{layout, operation::zip};

fn main() {
    zip(layout!((2,3):(1,2)), layout!(4:6));
}
