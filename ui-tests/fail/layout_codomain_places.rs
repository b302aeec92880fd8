use tilework::layout;

fn main() {
    let (m, n) = (3, 4);
    layout!((n,4):(m*e0,e(0,1)));
}
