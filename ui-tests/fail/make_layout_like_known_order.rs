use tilework::{layout, operation::make_layout_like};

fn main() {
    let lda = 8;
    make_layout_like(layout!((4,8):(lda,1)));
}
