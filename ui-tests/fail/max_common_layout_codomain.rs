use tilework::layout;

fn main() {
    let (a, b) = (layout!((8,8):(8,1)), layout!((8,8):(e0,e1)));
    layout!(max_common_layout(a, b));
}
