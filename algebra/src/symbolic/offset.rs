//! The offset at a coordinate, as a sum.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::layout::{SymbolicLayout, SymbolicMode, SymbolicTuple};
use super::sum::Sum;
use super::term::Term;

/// The offset of the layout at a coordinate: `sum c_k d_k`. A number in place of a tuple is decomposed, as far as the
/// facts decide.
pub(crate) fn offset(
    path: &mut Path,
    layout: &SymbolicLayout,
    coordinate: &SymbolicTuple,
) -> Result<Sum, Refusal> {
    let mut offset = Sum::default();
    let mut parts = alloc::vec![(layout.clone(), coordinate.clone())];
    while let Some((layout, coordinate)) = parts.pop() {
        if let Some(number) = coordinate.as_number() {
            let here = decomposed(path, &layout.modes, number)?;
            offset = offset.plus(&here).ok_or(Refusal::Overflow)?;
            continue;
        }
        let (modes, coordinates) = (layout.parts(), coordinate.parts());
        if layout.profile.is_leaf() || modes.len() != coordinates.len() {
            let text = "the coordinate does not fit the profile of the layout";
            return Err(Refusal::Never(text.to_string()));
        }
        parts.extend(modes.into_iter().zip(coordinates));
    }
    Ok(offset)
}

/// The offset of flat modes at an integral coordinate. The last mode is unbounded.
fn decomposed(path: &mut Path, modes: &[SymbolicMode], number: &Sum) -> Result<Sum, Refusal> {
    let overflow = Refusal::Overflow;
    let mut rest = number.clone();
    not_negative(path, &rest)?;
    let mut offset = Sum::default();
    let Some((last, others)) = modes.split_last() else { return Ok(offset) };
    for mode in others {
        let (quotient, remainder) = divided(path, &rest, &mode.shape)?;
        let here = Sum::from(remainder).times(&mode.stride.clone().into());
        offset = here.and_then(|here| offset.plus(&here)).ok_or(overflow.clone())?;
        rest = quotient;
    }
    let here = rest.times(&last.stride.clone().into());
    here.and_then(|here| offset.plus(&here)).ok_or(overflow)
}

/// Quotient and remainder. The terms that `s` divides make the quotient, and the others must be a number below `s`.
fn divided(path: &mut Path, number: &Sum, s: &Term) -> Result<(Sum, Term), Refusal> {
    let overflow = Refusal::Overflow;
    let (mut quotient, mut others) = (Sum::default(), Vec::new());
    for term in number.terms() {
        match (term.as_integer(), s.as_integer()) {
            (Some(n), Some(s)) if n >= 0 => {
                quotient = quotient.plus(&Sum::integer(n / s)).ok_or(overflow.clone())?;
                if n % s != 0 {
                    others.push(Term::integer(n % s));
                }
            }
            _ if path.surely_divides(s, term)? => {
                let part = term.over(s).ok_or(overflow.clone())?;
                quotient = quotient.plus(&part.into()).ok_or(overflow.clone())?;
            }
            _ => others.push(term.clone()),
        }
    }
    match &others[..] {
        [] => Ok((quotient, Term::integer(0))),
        [one] if one.coefficient().0 > 0 && path.surely_below(one, s)? => {
            Ok((quotient, one.clone()))
        }
        _ => Err(Refusal::Open(alloc::format!(
            "the coordinate {number} has no known quotient and remainder by {s}: write a coordinate for each mode"
        ))),
    }
}

/// Checks that a coordinate is at least 0: a negative number in it is outweighed by one term.
fn not_negative(path: &mut Path, number: &Sum) -> Result<(), Refusal> {
    let mut negative = number.terms().iter().filter(|term| term.coefficient().0 < 0);
    let (first, second) = (negative.next(), negative.next());
    let Some(first) = first else { return Ok(()) };
    if number.as_integer().is_some() {
        return Err(Refusal::Never(alloc::format!("the coordinate {number} is negative")));
    }
    let below = Term::integer(-1).times(first).ok_or(Refusal::Overflow)?;
    for term in number.terms().iter().filter(|term| term.coefficient().0 > 0) {
        if second.is_none() && path.surely_at_most(&below, term)? {
            return Ok(());
        }
    }
    Err(Refusal::Open(alloc::format!("the coordinate {number} may be negative")))
}
