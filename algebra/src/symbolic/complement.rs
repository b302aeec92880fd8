//! Complement: the layout of the offsets below `n` that another layout leaves out.

use alloc::format;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::coalesce::coalesced;
use super::composition::place;
use super::layout::{SymbolicLayout, SymbolicMode};
use super::term::Term;

/// The layout `r` such that `(layout, r)` is a bijection onto `0..n`.
///
/// ```text
/// span = 1
/// for s:d in the modes by stride { push (d / span):span; span = s d }
/// push (n / span):span
/// ```
pub(crate) fn complement(
    path: &mut Path,
    layout: &SymbolicLayout,
    n: &Term,
) -> Result<SymbolicLayout, Refusal> {
    let one = Term::integer(1);
    let mut sorted: Vec<&SymbolicMode> = Vec::new();
    for mode in &layout.modes {
        if mode.shape.is_one() {
            continue;
        }
        if mode.stride.is_zero() {
            if path.equal(&mode.shape, &one)? {
                continue;
            }
            let extent = &mode.shape;
            return Err(Refusal::Never(format!(
                "complement: the stride 0 repeats an offset {extent} times"
            )));
        }
        let at = place(path, &sorted, mode)?;
        sorted.insert(at, mode);
    }
    let mut gaps = Vec::new();
    let mut span = one.clone();
    for mode in sorted {
        let stride = &mode.stride;
        if !path.surely_divides(&span, stride)? {
            // A mode of extent 1 leaves out nothing.
            if path.equal(&mode.shape, &one)? {
                continue;
            }
            if !path.divides(&span, stride)? {
                return Err(Refusal::Never(format!(
                    "complement: the stride {stride} is not a multiple of the span {span} below it"
                )));
            }
        }
        let gap = stride.over(&span).ok_or(Refusal::Overflow)?;
        gaps.push(SymbolicMode::new(gap, span));
        span = mode.span()?;
    }
    if !path.divides(&span, n)? {
        return Err(Refusal::Never(format!(
            "complement: evenness: {n} is not a multiple of {span}"
        )));
    }
    let copies = n.over(&span).ok_or(Refusal::Overflow)?;
    gaps.push(SymbolicMode::new(copies, span));
    Ok(SymbolicLayout::flat(coalesced(path, &gaps, false)?))
}
