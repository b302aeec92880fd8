use tilework::{layout, operation::sort};

fn main() {
    let lda = 8;
    sort(layout!((4,8):(lda,1)));
}
