use tilework::{layout, operation::tiled_product};

fn main() {
    let lda = 10;
    tiled_product(layout!((4,8):(1,lda)), layout!(3:1));
}
