use tilework::{layout, operation::composition};

fn main() {
    let (lda, n) = (8_u32, 4_usize);
    composition(layout!((8,8):(1,lda)), layout!(n:1));
}
