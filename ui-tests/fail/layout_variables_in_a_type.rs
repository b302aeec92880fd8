use tilework::{Layout, View};

fn total(t: &View<f32, Layout!((m,n):row_major)>) -> f32 {
    t.sum()
}

fn main() {}
