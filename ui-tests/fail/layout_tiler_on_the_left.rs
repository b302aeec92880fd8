use tilework::layout;

fn main() {
    layout!(<4,8> o 2:1);
}
