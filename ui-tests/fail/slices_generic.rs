use tilework::{AnyLayout, View};

fn sums<L: AnyLayout>(t: &View<f64, L>) -> Vec<f64> {
    t.slices::<0>().map(|row| row.iter().sum()).collect()
}

fn main() {}
