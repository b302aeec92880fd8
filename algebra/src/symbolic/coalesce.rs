//! Coalesce: `r(i) = a(i)` with modes merged where they are certain to continue one another.

use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::layout::SymbolicMode;

/// The modes of `a` without those of extent 1, and with each mode merged into the one before if its stride is the span
/// of that one for all values of the symbols. If `extended`, the last mode stays, which is unbounded.
///
/// ```text
/// merged = []
/// for s:d in a { if s = 1 { } else if merged ends in t:e and d = t e { s t:e } else { push s:d } }
/// ```
pub(crate) fn coalesced(
    path: &mut Path,
    modes: &[SymbolicMode],
    extended: bool,
) -> Result<Vec<SymbolicMode>, Refusal> {
    let mut merged: Vec<SymbolicMode> = Vec::new();
    for (at, mode) in modes.iter().enumerate() {
        let is_last = extended && at + 1 == modes.len();
        if mode.shape.is_one() && !is_last {
            continue;
        }
        let goes_on = match merged.last() {
            Some(last) => path.surely_equal(&last.span()?, &mode.stride)?,
            None => false,
        };
        match merged.last_mut().filter(|_| goes_on) {
            Some(last) => last.shape = last.shape.times(&mode.shape).ok_or(Refusal::Overflow)?,
            None => merged.push(mode.clone()),
        }
    }
    Ok(merged)
}
