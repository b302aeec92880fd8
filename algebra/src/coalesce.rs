//! Coalesce: the same function in the fewest modes.

use crate::layout::{Layout, Modes};
use crate::mode::Mode;

/// The flat layout of the same function with the fewest modes: `r(i) = a(i)` for all `i` below
/// `size(r) = size(a)`, and `depth(r) <= 1` (004, section 3.2, equations 13 to 15; 003,
/// definition 2.3.3.1). Size 1 gives `1:0`, one mode a leaf. Idempotent.
///
/// Past the size the function may change, since modes of extent 1 are deleted.
///
/// ```
/// use tilework_algebra::{coalesce, Layout};
/// let layout: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
/// assert_eq!(coalesce(&layout).to_string(), "12:1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn coalesce(layout: &Layout) -> Layout {
    Layout::of_flat(coalesced(layout.flat_modes()))
}

/// The coalesced flat modes; none if the size is 1.
pub(crate) fn coalesced(modes: &[Mode]) -> Modes {
    let mut out = Modes::new();
    for &mode in modes.iter().filter(|mode| mode.shape != 1) {
        push_merged(&mut out, mode);
    }
    out
}

/// The coalesced flat modes of the same function on the *extended* domain, with at least one
/// mode: the last mode is never deleted, since past the size it is the one that counts.
pub(crate) fn coalesced_extended(modes: &[Mode]) -> Modes {
    let (last, others) = match modes.split_last() {
        Some((&last, others)) => (last, others),
        None => (Mode { shape: 1, stride: 0 }, modes),
    };
    let mut out = coalesced(others);
    push_merged(&mut out, last);
    out
}

/// Appends the mode, merged with the one before it where that goes on with this one.
fn push_merged(modes: &mut Modes, mode: Mode) {
    match modes.last_mut() {
        // A span beyond i64 is no stride.
        Some(before) if before.span() == Some(mode.stride) => before.shape *= mode.shape,
        _ => modes.push(mode),
    }
}
