//! Group: several modes combined into one.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Error, Operation};
use crate::operation::select::in_range;
use crate::tuple::nested::Nested;

/// The modes in `range` as one mode: `(x_0, ..., (x_b, ..., x_{e-1}), x_e, ...)`. A layout keeps
/// its function.
///
/// # Errors
/// [`Rule::ModeRange`](crate::Rule::ModeRange), [`Rule::ReversedRange`](crate::Rule::ReversedRange)
///
/// ```
/// use tilework_algebra::{Layout, group};
/// let layout: Layout = "(2,3,5,7):(1,2,6,30)".parse()?;
/// assert_eq!(group(&layout, 1..3)?.to_string(), "(2,(3,5),7):(1,(2,6),30)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn group<T: Nested>(nested: &T, range: Range<usize>) -> Result<T, Error> {
    let mut parts = nested.parts();
    let range = in_range(Operation::Group, &range, parts.len())?;
    let begin = range.start;
    let grouped = T::tuple_of(parts.drain(range).collect::<Vec<_>>())?;
    parts.insert(begin, grouped);
    T::tuple_of(parts)
}
