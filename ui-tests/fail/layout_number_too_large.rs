use tilework::layout;

fn main() {
    layout!((4,9223372036854775808):(1,4));
}
