use tilework::{layout, left_inverse};

fn main() {
    let n = 4_usize;
    left_inverse(layout!((4,n):(f1,f9)));
}
