//! Whether two layouts have the same size and the same offsets.

use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::layout::{SymbolicLayout, SymbolicMode};
use super::term::Term;

/// Returns whether two layouts are the same function. Modes that both begin with are left out; the others are coalesced
/// fully, and two functions are the same if and only if these modes are.
pub(crate) fn same_function(
    path: &mut Path,
    a: &SymbolicLayout,
    b: &SymbolicLayout,
) -> Result<bool, Refusal> {
    let same = a.modes.iter().zip(&b.modes).take_while(|(a, b)| a == b).count();
    let a = fully_coalesced(path, &a.modes[same..])?;
    let b = fully_coalesced(path, &b.modes[same..])?;
    equal_modes(path, &a, &b)
}

/// Returns whether all extents and strides are equal.
pub(crate) fn equal_modes(
    path: &mut Path,
    a: &[SymbolicMode],
    b: &[SymbolicMode],
) -> Result<bool, Refusal> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !path.equal(&a.shape, &b.shape)? || !path.equal(&a.stride, &b.stride)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The modes, with each question whether one is 1 or goes on answered for this case.
fn fully_coalesced(path: &mut Path, modes: &[SymbolicMode]) -> Result<Vec<SymbolicMode>, Refusal> {
    let one = Term::integer(1);
    let mut merged: Vec<SymbolicMode> = Vec::new();
    for mode in modes {
        if path.equal(&mode.shape, &one)? {
            continue;
        }
        let goes_on = match merged.last() {
            Some(last) => path.equal(&last.span()?, &mode.stride)?,
            None => false,
        };
        match merged.last_mut().filter(|_| goes_on) {
            Some(last) => last.shape = last.shape.times(&mode.shape).ok_or(Refusal::Overflow)?,
            None => merged.push(mode.clone()),
        }
    }
    Ok(merged)
}
