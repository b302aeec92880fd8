use tilework::layout;

fn main() {
    let coordinates = layout!((4,8):(e0,e1));
    layout!(make_layout_like(coordinates));
}
