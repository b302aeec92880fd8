use tilework::{layout, operation::raked_product};

fn main() {
    let lda = 10;
    raked_product(layout!((4,8):(1,lda)), layout!(3:1));
}
