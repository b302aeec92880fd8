use tilework::layout;

fn main() {
    layout!((2,(5,2))).offset((0, 1, 2));
}
