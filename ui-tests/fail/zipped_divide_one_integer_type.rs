use tilework::layout;

fn main() {
    let (lda, n) = (8_u32, 4_usize);
    layout!(zipped_divide((8,8):(lda,1), (n,4)));
}
