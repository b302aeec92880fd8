use tilework::layout;

fn main() {
    layout!(compositon(8:1, 4:1));
}
