use tilework::Owned;

fn total(t: &Owned<f32>) -> f32 {
    t.sum()
}

fn main() {}
