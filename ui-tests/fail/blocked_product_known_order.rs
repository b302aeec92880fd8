use tilework::{layout, operation::blocked_product};

fn main() {
    let lda = 10;
    blocked_product(layout!((4,8):(1,lda)), layout!((2,2):(1,2)));
}
