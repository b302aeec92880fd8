use tilework::Owned;

fn total(t: &Owned) -> f32 {
    t.sum()
}

fn main() {}
