use tilework::{congruent, layout};

fn main() {
    congruent(4, layout!((2,4)).shape());
}
