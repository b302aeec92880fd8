//! Times the programs: `cargo run --release [-- PART OF A NAME]`.

use std::time::Instant;

use tilework_natural::{Rows, Way};

struct Times(String);

impl Rows for Times {
    fn wants(&self, name: &str) -> bool {
        name.contains(&self.0)
    }

    /// The least time of each way in about 100 turns, in which the ways alternate.
    fn row(&mut self, name: &str, _: usize, mut ways: Vec<Way<'_>>) {
        if !self.wants(name) {
            return;
        }
        let counts: Vec<usize> = ways
            .iter_mut()
            .map(|(_, work)| {
                work();
                let start = Instant::now();
                work();
                (300e-6 / start.elapsed().as_secs_f64().max(1e-9)).ceil() as usize
            })
            .collect();
        let mut least = vec![f64::MAX; ways.len()];
        for _ in 0..if counts[0] == 1 { 20 } else { 100 } {
            for (i, (_, work)) in ways.iter_mut().enumerate() {
                let start = Instant::now();
                (0..counts[i]).for_each(|_| work());
                least[i] = least[i].min(start.elapsed().as_secs_f64() / counts[i] as f64);
            }
        }
        let others: Vec<String> = (1..ways.len())
            .map(|i| format!("{:.2} of {}", least[0] / least[i], ways[i].0))
            .collect();
        println!("{name:55} {:12.1} ns  {}", least[0] * 1e9, others.join(", "));
    }
}

fn main() {
    tilework_natural::rows(&mut Times(std::env::args().nth(1).unwrap_or_default()));
}
