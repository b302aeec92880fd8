use tilework::leaf;

fn main() {
    leaf(true);
}
