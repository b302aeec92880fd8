use tilework::{layout, operation::congruent};

fn main() {
    congruent(4, layout!((2,4)).shape());
}
