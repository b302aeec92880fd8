use tilework::layout;

fn main() {
    layout!((4,8):(e0,e1)).unroll(|_, _| ());
}
