use tilework::{layout, operation::zipped_product};

fn main() {
    let lda = 10;
    zipped_product(layout!((4,8):(1,lda)), layout!(3:1));
}
