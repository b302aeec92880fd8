use tilework::{layout, operation::composition};

// Both leaves of extent 2 together reach past the first mode of the left side, whatever the stride of the extent 1 is.
fn main() {
    let (m, lda, d): (usize, usize, usize) = (64, 80, 6);
    composition(layout!((2,m):(1,lda)), layout!((2,2,1):(1,1,d)));
}
