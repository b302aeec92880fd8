use tilework::{crd2idx, layout};

fn main() {
    crd2idx((1, (1, 2, 3)), layout!((2,(5,2))));
}
