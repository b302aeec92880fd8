use tilework::layout;

fn main() {
    layout!((_,8):(1,4));
}
