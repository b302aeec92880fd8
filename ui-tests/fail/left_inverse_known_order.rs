use tilework::{layout, operation::left_inverse};

fn main() {
    let lda = 10;
    left_inverse(layout!((4,8):(1,lda)));
}
