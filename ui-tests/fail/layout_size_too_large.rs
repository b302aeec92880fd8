use tilework::layout;

fn main() {
    layout!((4294967296,4294967296):(1,1));
}
