use tilework::{Layout, hlist};

fn main() {
    Layout::new(hlist![4, 8], hlist![1, 4]);
}
