use tilework::layout;

fn main() {
    let l = layout!(4:2305843009213693952);
    layout!(downcast(l, 4));
}
