//! The logical product: `(a, a* o b)`, where `a*` is the complement of `a` without end.

use alloc::format;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::composition::{composition, place};
use super::layout::{SymbolicLayout, SymbolicMode};
use super::term::Term;

/// `a` and its copies in the order of `b`.
pub(crate) fn logical_product(
    path: &mut Path,
    a: &SymbolicLayout,
    b: &SymbolicLayout,
) -> Result<SymbolicLayout, Refusal> {
    let rest = complement_ext(path, a)?;
    let copies = composition(path, &rest, b, true)?;
    SymbolicLayout::concatenate(alloc::vec![a.clone(), copies])
}

/// The gaps between the modes by stride, and a last mode `1:span`, which is unbounded.
fn complement_ext(path: &mut Path, layout: &SymbolicLayout) -> Result<SymbolicLayout, Refusal> {
    let one = Term::integer(1);
    let mut sorted: Vec<&SymbolicMode> = Vec::new();
    for mode in &layout.modes {
        if !mode.shape.is_one() && !mode.stride.is_zero() {
            let at = place(path, &sorted, mode)?;
            sorted.insert(at, mode);
        }
    }
    let mut modes = Vec::new();
    let mut span = one.clone();
    for mode in sorted {
        let stride = &mode.stride;
        if !path.surely_divides(&span, stride)? {
            // A mode of extent 1 leaves out nothing.
            if path.equal(&mode.shape, &one)? {
                continue;
            }
            if !path.at_most(&span, stride)? {
                return Err(Refusal::Never(format!(
                    "logical_product: the stride {stride} is below the span {span} of the mode before it"
                )));
            }
            if !path.divides(&span, stride)? {
                return Err(Refusal::Open(format!(
                    "logical_product: the gap {stride} / {span} would be rounded down"
                )));
            }
        }
        let gap = stride.over(&span).ok_or(Refusal::Overflow)?;
        modes.push(SymbolicMode::new(gap, span));
        span = mode.span()?;
    }
    modes.push(SymbolicMode::new(one, span));
    Ok(SymbolicLayout::flat(modes))
}
