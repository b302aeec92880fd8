//! Programs in the words of the guide, from `benches/natural`, beside hand-written loops.

use tilework_natural::{Rows, Way};

use crate::counter::Counter;

/// All rows.
pub fn rows(counter: &mut Counter) {
    tilework_natural::rows(&mut Counted(counter));
}

struct Counted<'c>(&'c mut Counter);
impl Rows for Counted<'_> {
    fn wants(&self, name: &str) -> bool {
        self.0.wants(name)
    }

    fn is_large(&self) -> bool {
        false
    }

    fn row(&mut self, name: &str, units: usize, ways: Vec<Way<'_>>) {
        if self.0.wants(name) {
            self.0.row(name, units, ways);
        }
    }
}
