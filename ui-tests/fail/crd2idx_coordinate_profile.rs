use tilework::{layout, operation::crd2idx};

fn main() {
    crd2idx((1, (1, 2, 3)), layout!((2,(5,2))));
}
