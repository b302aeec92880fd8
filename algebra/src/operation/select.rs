//! Selection: some of the top-level modes, or all of them in another order.

use alloc::vec;
use core::ops::Range;

use crate::error::{Error, Operation, Rule};
use crate::tuple::nested::Nested;

/// The modes `modes` in this order, counted from 0: mode `k` of the result is mode `modes[k]`. A mode may occur several
/// times ([003](crate::papers), definition 2.1.3.1, *restriction*, for increasing positions).
///
/// # Errors
/// [`Rule::ModeRange`]
///
/// ```
/// use tilework_algebra::{Layout, select};
/// let layout: Layout = "(2,3,(5,7)):(1,2,(6,30))".parse()?;
/// assert_eq!(select(&layout, &[2, 0])?.to_string(), "((5,7),2):((6,30),1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn select<T: Nested>(nested: &T, modes: &[usize]) -> Result<T, Error> {
    selected(Operation::Select, nested, modes)
}

/// Mode `k`, counted from 0: `r(c) = layout(0, ..., c, ..., 0)`. A leaf is its own only mode
/// ([004](crate::papers), section 3.1; [003](crate::papers), definition 2.3.1.9).
///
/// # Errors
/// [`Rule::ModeRange`]
///
/// ```
/// use tilework_algebra::{Layout, mode};
/// let layout: Layout = "(2,(3,5),7):(1,(2,6),30)".parse()?;
/// assert_eq!(mode(&layout, 1)?.to_string(), "(3,5):(2,6)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn mode<T: Nested>(nested: &T, k: usize) -> Result<T, Error> {
    let parts = nested.parts();
    let rank = parts.len();
    let missing = Error::new(Operation::Mode, Rule::ModeRange { mode: k, rank });
    parts.into_iter().nth(k).ok_or(missing)
}

/// The modes in a range: `take(x, b..e)` has the modes `b, ..., e - 1`.
///
/// # Errors
/// [`Rule::ModeRange`], [`Rule::ReversedRange`]
///
/// ```
/// use tilework_algebra::{Layout, take};
/// let layout: Layout = "(2,3,5,7):(1,2,6,30)".parse()?;
/// assert_eq!(take(&layout, 1..3)?.to_string(), "(3,5):(2,6)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn take<T: Nested>(nested: &T, range: Range<usize>) -> Result<T, Error> {
    let parts = nested.parts();
    let inside = in_range(Operation::Take, &range, parts.len())?;
    T::tuple_of(parts[inside].iter().cloned())
}

/// The modes in another order: mode `k` of the result is mode `order[k]` ([003](crate::papers),
/// definitions 2.1.1.8 and 2.1.3.18).
///
/// # Errors
/// [`Rule::Permutation`] unless `order` has each mode once.
///
/// ```
/// use tilework_algebra::{Layout, permute};
/// let layout: Layout = "(15,12,10):(240,1,24)".parse()?;
/// assert_eq!(permute(&layout, &[1, 2, 0])?.to_string(), "(12,10,15):(1,24,240)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn permute<T: Nested>(nested: &T, order: &[usize]) -> Result<T, Error> {
    let mut seen = vec![false; nested.nesting().rank()];
    let once = order.iter().all(|&mode| match seen.get_mut(mode) {
        Some(seen) => !core::mem::replace(seen, true),
        None => false,
    });
    if !once || order.len() != seen.len() {
        return Err(Error::new(Operation::Permute, Rule::Permutation));
    }
    selected(Operation::Permute, nested, order)
}

fn selected<T: Nested>(operation: Operation, nested: &T, modes: &[usize]) -> Result<T, Error> {
    let parts = nested.parts();
    if let Some(&mode) = modes.iter().find(|&&mode| mode >= parts.len()) {
        return Err(Error::new(operation, Rule::ModeRange { mode, rank: parts.len() }));
    }
    T::tuple_of(modes.iter().map(|&mode| parts[mode].clone()))
        .map_err(|error| error.during(operation))
}

/// The range, if it lies in `0..rank`.
#[inline]
pub(crate) fn in_range(
    operation: Operation,
    range: &Range<usize>,
    rank: usize,
) -> Result<Range<usize>, Error> {
    if range.start <= range.end && range.end <= rank {
        return Ok(range.clone());
    }
    let Range { start: begin, end } = *range;
    let rule = if begin > end {
        Rule::ReversedRange { begin, end }
    } else {
        Rule::ModeRange { mode: begin.max(end.saturating_sub(1)), rank }
    };
    Err(Error::new(operation, rule))
}
