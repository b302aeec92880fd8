//! Programs in the words of the guide, each beside hand-written loops: functions over `&View` and `&mut ViewMut`, with
//! extents known at run time, several in one program. `README.md` says what counts and what times them.

mod copies;
mod guide;
mod kernels;
mod orders;
mod tiles;
pub mod times;
mod turns;

/// The functions that `build.rs` takes out of the guide and the README.
#[allow(dead_code, unused_imports)]
pub mod text {
    include!(concat!(env!("OUT_DIR"), "/guide.rs"));
}

/// A way to do the work: its name and the code that does it.
pub type Way<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Counts or times the ways of each row.
pub trait Rows {
    /// Returns whether a row is wanted.
    fn wants(&self, name: &str) -> bool;
    /// Returns whether rows that go through memory are wanted: times show their cost, and counts of instructions do
    /// not.
    fn is_large(&self) -> bool {
        true
    }
    /// A row: `ways` begins with tilework. Each does `units` units of work.
    fn row(&mut self, name: &str, units: usize, ways: Vec<Way<'_>>);
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    guide::rows(to);
    tiles::rows(to);
    copies::rows(to);
    orders::rows(to);
    turns::rows(to);
    kernels::rows(to);
}

/// `count` numbers; neighbors are always different.
pub(crate) fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| (i % 7) as f32 - 2.5).collect()
}
