use tilework::layout;

fn main() {
    let lda = 8;
    let a = layout!((6,4):(1,lda));
    layout!(upcast(a, 4));
}
