//! Times the programs: `cargo run --release [-- PART OF A NAME]`.

use tilework_natural::{Rows, Way, times::times};

struct Times(String);

impl Rows for Times {
    fn wants(&self, name: &str) -> bool {
        name.contains(&self.0)
    }

    fn row(&mut self, name: &str, _: usize, ways: Vec<Way<'_>>) {
        if !self.wants(name) {
            return;
        }
        let names: Vec<_> = ways.iter().map(|way| way.0).collect();
        let times = times(ways);
        let others = names.iter().zip(&times).skip(1);
        let ratios: Vec<_> =
            others.map(|(name, time)| format!("{:.2} of {name}", times[0] / time)).collect();
        println!("{name:70} {:12.1} ns  {}", times[0] * 1e9, ratios.join(", "));
    }
}

fn main() {
    tilework_natural::rows(&mut Times(std::env::args().nth(1).unwrap_or_default()));
}
