use tilework::{layout, operation::composition};

fn main() {
    let (m, lda) = (64, 80);
    composition(layout!((4,6,m):(2,3,lda)), layout!(6:1));
}
