use tilework::layout;

fn main() {
    let (a, m) = (layout!(64:1), 4_usize);
    layout!(upcast(a, m));
}
