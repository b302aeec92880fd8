use tilework::layout;

fn main() {
    row(1);
}

fn row<K: Copy>(k: K) {
    layout!(mode((4,8), k));
}
