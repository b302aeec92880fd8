use tilework::{layout, operation::flat_product};

fn main() {
    let lda = 10;
    flat_product(layout!((4,8):(1,lda)), layout!(3:1));
}
