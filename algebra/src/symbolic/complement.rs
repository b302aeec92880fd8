//! Complement: the layout of the offsets below `n` that another layout leaves out.

use alloc::format;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::coalesce::coalesced;
use super::composition::place;
use super::layout::{SymbolicLayout, SymbolicMode};
use super::term::Term;

/// The layout `r` such that `(layout, r)` is a bijection onto `0..n`. Modes of extent 1 are left out where that makes a
/// difference.
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
    loop {
        let refused = match gaps(path, &sorted, n) {
            Err(refused @ Refusal::Never(_)) => refused,
            result => return result,
        };
        // A mode of extent 1 leaves out nothing.
        let mut ones = None;
        for (at, mode) in sorted.iter().enumerate() {
            if path.equal(&mode.shape, &one)? {
                ones = Some(at);
                break;
            }
        }
        match ones {
            Some(at) => _ = sorted.remove(at),
            None => return Err(refused),
        }
    }
}

/// The gaps between modes sorted by stride, and the copies up to `n`.
fn gaps(path: &mut Path, sorted: &[&SymbolicMode], n: &Term) -> Result<SymbolicLayout, Refusal> {
    let mut gaps = Vec::new();
    let mut span = Term::integer(1);
    for mode in sorted {
        let stride = &mode.stride;
        if !path.divides(&span, stride)? {
            return Err(Refusal::Never(format!(
                "complement: the stride {stride} is not a multiple of the span {span} below it"
            )));
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
