use tilework::{layout, operation::complement_ext};

fn main() {
    let lda = 10;
    complement_ext(layout!((4,8):(1,lda)));
}
