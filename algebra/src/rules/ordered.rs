//! Compact strides with partly known numbers: the leaves are in the order of numbers that the types know.

use super::complement::Tile;
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;

/// Writes the compact layout of the extents of the tile to `out`. The strides of the tile are numbers, and a leaf with a
/// smaller number is faster.
///
/// # Errors
/// [`Rule::Overflow`]
///
/// ```
/// use tilework_algebra::rules::{Known, Leaf, Order, Tile, ordered};
/// use tilework_algebra::Mode;
/// // (3,_), of which the second leaf is faster.
/// const LAST: Known = Known::Then(Leaf { shape: None, stride: Some(0) }, &Known::None);
/// const TILE: Known = Known::Then(Leaf { shape: Some(3), stride: Some(1) }, &LAST);
/// let order = Order::of(&TILE);
/// let mode = |shape, stride| Mode { shape, stride };
/// let leaves = &[mode(3, 1), mode(5, 0)];
/// let mut out = [mode(0, 0); 2];
/// ordered(Tile { leaves, order: &order, at: 0, limit: i64::MAX }, &mut out)?;
/// assert_eq!(out, [mode(3, 5), mode(5, 1)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn ordered(tile: Tile<'_>, out: &mut [Mode]) -> Result<(), Error> {
    for (out, leaf) in out.iter_mut().zip(tile.leaves) {
        *out = Mode { shape: leaf.shape, stride: 0 };
    }
    let mut size = Some(1_i64);
    for leaf in &tile.order.leaves[..tile.order.count] {
        let out = &mut out[usize::from(leaf.at)];
        match size {
            Some(size) if size <= tile.limit => out.stride = size,
            _ => return Err(Error::new(Operation::MakeOrderedLayout, Rule::Overflow)),
        }
        size = out.stride.checked_mul(out.shape);
    }
    Ok(())
}
