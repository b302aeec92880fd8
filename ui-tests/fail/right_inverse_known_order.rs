use tilework::{layout, operation::right_inverse};

fn main() {
    let lda = 10;
    right_inverse(layout!((4,8):(1,lda)));
}
