//! Counts several ways to do the same work, in the program that callgrind runs.

use std::ffi::CString;

use crate::callgrind::{Request, request};

/// A way to do the work: its name and the code that does it.
pub type Way<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Has callgrind count.
pub struct Counter {
    only: String,
}

impl Counter {
    /// A counter for rows that have `only` in their names.
    pub fn new(only: Option<String>) -> Self {
        let counter = Counter { only: only.unwrap_or_default() };
        // The cost of counting itself.
        counter.count("nothing", 1, "", &mut || {});
        counter
    }

    /// Returns whether a row is wanted.
    pub fn wants(&self, name: &str) -> bool {
        name.contains(&self.only)
    }

    /// Adds a row: `ways` begins with tilework. Each does the work of `units` units.
    pub fn row(&mut self, name: &str, units: usize, ways: Vec<Way<'_>>) {
        for (way, mut work) in ways {
            // Work that is done once in a program is not counted, such as checking which instructions the processor
            // has, and allocating buffers.
            work();
            self.count(name, units, way, &mut *work);
        }
    }

    #[inline(never)]
    fn count(&self, name: &str, units: usize, way: &str, work: &mut dyn FnMut()) {
        let text = CString::new(format!("{name}|{units}|{way}")).expect("no zeros");
        request(Request::StartInstrumentation, None);
        request(Request::ZeroStats, None);
        work();
        request(Request::DumpStatsAt, Some(&text));
        request(Request::StopInstrumentation, None);
    }
}
