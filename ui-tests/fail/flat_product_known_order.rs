use tilework::{flat_product, layout};

fn main() {
    let lda = 10;
    flat_product(layout!((4,8):(1,lda)), layout!(3:1));
}
