use tilework::layout;

fn main() {
    for n in &[4, 8] {
        layout!((n,8):(1,n));
    }
}
