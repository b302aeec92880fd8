use tilework::layout;

fn main() {
    let moved = layout!((8,4):(f17,f32));
    layout!(downcast(moved, 4));
}
