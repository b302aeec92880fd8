use tilework::{Owned, layout};

fn main() {
    let a = Owned::from_fn(layout!((4,4)), |(i, j)| (i + j) as u8);
    a.matmul(&a);
}
