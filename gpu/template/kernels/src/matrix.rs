//! Layouts of matrices.

use tilework::{Dyn, Error, Layout, try_layout};

/// A dynamic integer.
type N = Dyn<u32>;
/// A matrix whose rows lie one after another, possibly with padding between them.
pub type ByRows = Layout!((N,N):(N,1));
/// A matrix whose columns lie one after another.
pub type ByColumns = Layout!((N,N):(1,N));

/// The layout of `rows` x `columns` elements, where rows begin `pitch` elements apart.
///
/// # Errors
/// If there are more elements than fit 32 bits.
pub fn by_rows(rows: u32, columns: u32, pitch: u32) -> Result<ByRows, Error> {
    try_layout!((rows,columns):(pitch,1))
}
/// The layout of `rows` x `columns` elements, where columns begin `pitch` elements apart.
///
/// # Errors
/// If there are more elements than fit 32 bits.
pub fn by_columns(rows: u32, columns: u32, pitch: u32) -> Result<ByColumns, Error> {
    try_layout!((rows,columns):(1,pitch))
}
