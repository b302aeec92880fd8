use tilework::{layout, operation::composition};

fn main() {
    let (m, lda): (usize, usize) = (64, 80);
    composition(layout!((4,m):(lda,1)), layout!(6:3));
}
