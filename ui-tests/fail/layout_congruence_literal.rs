use tilework::layout;

fn main() {
    layout!(((2,3),4):(1,2,6));
}
