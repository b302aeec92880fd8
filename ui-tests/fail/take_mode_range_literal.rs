use tilework::layout;

fn main() {
    layout!(take((2,3):(1,2), 0, 3));
}
