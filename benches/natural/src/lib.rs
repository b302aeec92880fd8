//! Programs in the words of the guide, each beside loops by hand: functions over `&View` and `&mut ViewMut`, with
//! extents that are known at run time, several in one program. `README.md` says who counts and who times them.

mod copies;
mod guide;
mod kernels;
mod orders;
mod tiles;
mod turns;

/// A way to do the work: its name and what does it.
pub type Way<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// What counts or times the ways of each row.
pub trait Rows {
    /// Whether a row is wanted.
    fn wants(&self, name: &str) -> bool;
    /// Whether rows that go through memory are wanted: times show what they cost, counts of instructions do not.
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

/// `count` numbers, of which no two neighbours are the same.
pub(crate) fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| (i % 7) as f32 - 2.5).collect()
}
