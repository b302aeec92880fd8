use tilework::{layout, operation::logical_product};

fn main() {
    let lda = 10;
    logical_product(layout!((4,8):(1,lda)), layout!(3:1));
}
