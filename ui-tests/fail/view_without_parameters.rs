use tilework::View;

fn total(t: &View) -> f32 {
    t.sum()
}

fn main() {}
