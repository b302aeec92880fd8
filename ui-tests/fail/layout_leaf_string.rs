use tilework::layout;

fn main() {
    let n = "4";
    layout!((n,8));
}
