//! Programs in the words of the guide, from `benches/natural`, beside hand-written loops.

use tilework_natural::{Rows, Way};

use crate::measure::Report;

/// All rows.
pub fn rows(report: &mut Report) {
    tilework_natural::rows(&mut Timed(report));
}

struct Timed<'r>(&'r mut Report);
impl Rows for Timed<'_> {
    fn wants(&self, name: &str) -> bool {
        self.0.wants(name)
    }

    fn row(&mut self, name: &str, units: usize, ways: Vec<Way<'_>>) {
        if self.0.wants(name) {
            self.0.row(name, (units as f64, "G/s"), "1.10", ways);
        }
    }
}
