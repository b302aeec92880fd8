use tilework::layout;

fn main() {
    let e0 = 4;
    layout!((e0,4):(1,4));
}
