use tilework::layout;

fn main() {
    let o = 4;
    layout!((o,4):(1,4));
}
