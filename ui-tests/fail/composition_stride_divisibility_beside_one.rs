use tilework::{layout, operation::composition};

// 3:2 reaches past the first mode of the left side, whatever the stride of the extent 1 is.
fn main() {
    let (m, lda, d): (usize, usize, usize) = (64, 80, 6);
    composition(layout!((3,m):(1,lda)), layout!((3,1):(2,d)));
}
