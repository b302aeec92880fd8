use tilework::layout;

fn main() {
    let m = 4;
    layout!((m,8):(e0,1));
}
