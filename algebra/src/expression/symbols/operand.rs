//! Operands with symbols: tuples, layouts and tilers of terms, and arithmetic of numbers.

use alloc::format;
use alloc::vec::Vec;

use super::{refused, too_large};
use crate::expression::operand::Operand;
use crate::expression::{Reason, Value};
use crate::operation::compact::identity;
use crate::symbolic::condition::Condition;
use crate::symbolic::facts::Facts;
use crate::symbolic::layout::{
    MAX_LEAVES, SymbolicLayout, SymbolicMode, SymbolicTiler, SymbolicTuple,
};
use crate::symbolic::sum::Sum;
use crate::symbolic::term::Term;
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::profile::Profile;

/// The tuple of these values, if they are numbers and tuples.
pub(in crate::expression) fn tuple(parts: &[&Value]) -> Option<SymbolicTuple> {
    let parts: Vec<SymbolicTuple> =
        parts.iter().map(|part| to_tuple(part).ok()).collect::<Option<_>>()?;
    let profile = Profile::tuple(parts.iter().map(|part| part.profile.clone()));
    let leaves: Vec<Sum> = parts.into_iter().flat_map(|part| part.leaves).collect();
    (leaves.len() <= MAX_LEAVES).then_some(SymbolicTuple { leaves, profile })
}

/// The tiler of these modes.
pub(in crate::expression) fn tiler(parts: &[&Value]) -> Result<SymbolicTiler, (usize, Reason)> {
    if parts.len() > MAX_LEAVES {
        return Err((0, too_many_leaves()));
    }
    let mode = |(at, part): (usize, &&Value)| match part {
        Value::Incomplete(slicer) if slicer.leaves() == [None] => Ok(None),
        part => to_tile(part).map(Some).map_err(|reason| (at, reason)),
    };
    Ok(SymbolicTiler::Modes(parts.iter().enumerate().map(mode).collect::<Result<_, _>>()?))
}

pub(super) fn too_many_leaves() -> Reason {
    refused(format!("a tuple or layout with symbols has at most {MAX_LEAVES} leaves"))
}

pub(super) fn to_tuple(value: &Value) -> Result<SymbolicTuple, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => Ok(tuple.clone()),
        Value::Symbolic(of) if matches!(of.0, Kind::Cases(_)) => Err(depends(of)),
        other => {
            let tuple = other.to_tuple()?;
            if tuple.leaves().len() > MAX_LEAVES {
                return Err(too_many_leaves());
            }
            let leaves = tuple.leaves().iter().map(|&n| Sum::integer(n)).collect();
            Ok(SymbolicTuple { leaves, profile: tuple.profile().clone() })
        }
    }
}

/// The reason why an answer by cases is no operand.
pub(super) fn depends(of: &Symbolic) -> Reason {
    let Kind::Cases(cases) = &of.0 else { return too_large() };
    let first = cases.iter().find_map(|case| case.conditions.first());
    match first {
        Some((condition, holds)) => refused(format!(
            "the operand depends on its symbols: write a fact before it, such as `{}`",
            condition.written(*holds)
        )),
        None => too_large(),
    }
}

/// The mode `n:1` of a number in a tiler, or the layout.
pub(super) fn to_tile(value: &Value) -> Result<SymbolicLayout, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => {
            match tuple.as_number().and_then(Sum::as_term) {
                Some(n) => Ok(SymbolicLayout::leaf(n, Term::integer(1))),
                None => Err(refused(
                    "a tiler with symbols has numbers and layouts as modes, without brackets in them",
                )),
            }
        }
        Value::Tuple(n) if n.as_leaf().is_some() => {
            Ok(SymbolicLayout::leaf(Term::integer(n.leaves()[0]), Term::integer(1)))
        }
        other => to_layout(other),
    }
}

pub(super) fn to_layout(value: &Value) -> Result<SymbolicLayout, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Layout(layout))) => Ok(layout.clone()),
        Value::Symbolic(Symbolic(Kind::Tiler(SymbolicTiler::Layout(layout)))) => Ok(layout.clone()),
        Value::Symbolic(Symbolic(Kind::Tuple(shape))) => compact(shape, false),
        Value::Symbolic(of) if matches!(of.0, Kind::Cases(_)) => Err(depends(of)),
        Value::Tuple(shape) => plain(&identity(shape)?),
        other => plain(&other.to_layout()?),
    }
}

pub(super) fn plain(layout: &crate::Layout) -> Result<SymbolicLayout, Reason> {
    SymbolicLayout::of(layout).ok_or_else(|| {
        refused("beside symbols, extents are at least 1, strides at least 0, and there are at most 64 leaves")
    })
}

/// The compact layout of a shape.
pub(super) fn compact(shape: &SymbolicTuple, row_major: bool) -> Result<SymbolicLayout, Reason> {
    let extents = shape.terms().ok_or_else(no_sum)?;
    let mut stride = Term::integer(1);
    let mut modes = Vec::new();
    let ordered: Vec<&Term> = match row_major {
        true => extents.iter().rev().collect(),
        false => extents.iter().collect(),
    };
    for extent in ordered {
        let here = if extent.is_one() { Term::integer(0) } else { stride.clone() };
        modes.push(SymbolicMode::new(extent.clone(), here));
        stride = stride.times(extent).ok_or_else(too_large)?;
    }
    if row_major {
        modes.reverse();
    }
    Ok(SymbolicLayout { modes, profile: shape.profile.clone() })
}

/// The compact layout of a shape, column-major or row-major.
pub(in crate::expression) fn ordered(
    facts: &Facts,
    shape: &Value,
    row_major: bool,
) -> Result<Value, Reason> {
    checked(facts, compact(&to_tuple(shape)?, row_major)?)
}

pub(super) fn no_sum() -> Reason {
    refused("an extent or stride is a product of symbols and numbers, not a sum")
}

/// The layout `shape:stride`.
pub(in crate::expression) fn layout(
    facts: &Facts,
    shape: &Value,
    stride: &Value,
) -> Result<Value, Reason> {
    let (shape, stride) = (to_tuple(shape)?, to_tuple(stride)?);
    if shape.profile != stride.profile {
        return Err(crate::Error::new(crate::Operation::Layout, crate::Rule::Congruence).into());
    }
    let extents = shape.terms().ok_or_else(no_sum)?;
    let strides = stride.terms().ok_or_else(no_sum)?;
    let modes = extents.into_iter().zip(strides).map(|(s, d)| SymbolicMode::new(s, d)).collect();
    checked(facts, SymbolicLayout { modes, profile: shape.profile })
}

/// The layout, if the facts say that its extents are integers from 1 and its strides from 0.
pub(super) fn checked(facts: &Facts, layout: SymbolicLayout) -> Result<Value, Reason> {
    for mode in &layout.modes {
        let least = [(&mode.shape, 1), (&mode.stride, 0)];
        for (term, least) in least {
            if term.coefficient().0 < least {
                return Err(refused(format!(
                    "{term}: beside symbols, extents are at least 1 and strides at least 0"
                )));
            }
            if term.is_zero() {
                continue;
            }
            if !facts.positive(term) {
                return Err(refused(format!(
                    "{term} may be 0: write `> 0` for the symbols of extents and strides"
                )));
            }
            let integer = Condition::divides(&Term::integer(1), term).ok_or_else(too_large)?;
            if facts.decide(&integer) != Some(true) {
                return Err(refused(format!(
                    "{term} is an integer only if {0}: write the fact before it, `{0}; ...`",
                    integer.written(true)
                )));
            }
        }
    }
    Ok(Symbolic::layout(layout))
}

/// The sum, difference, product or quotient of two numbers.
pub(in crate::expression) fn arithmetic(
    facts: &Facts,
    operator: char,
    x: &Value,
    y: &Value,
) -> Result<Value, Reason> {
    let number = |value: &Value, bracketed: bool| match to_tuple(value) {
        Ok(SymbolicTuple { leaves, profile }) if profile.is_leaf() || bracketed => {
            match &leaves[..] {
                [one] => Ok(one.clone()),
                _ => Err(value.no("a number")),
            }
        }
        _ => Err(value.no("a number")),
    };
    // `M/(4N)` has its divisor in parentheses.
    let (x, y) = (number(x, false)?, number(y, operator == '/')?);
    let result = match operator {
        '+' => x.plus(&y),
        '-' => x.minus(&y),
        '*' => x.times(&y),
        _ => {
            let (Some(n), Some(d)) = (x.as_term(), y.as_term()) else { return Err(no_sum()) };
            if d.is_zero() || !facts.positive(&d) {
                return Err(refused(format!("{d} may be 0")));
            }
            n.over(&d).map(|quotient| {
                let integer = Condition::divides(&Term::integer(1), &quotient);
                match integer.filter(|integer| !quotient.is_zero() && facts.decide(integer) != Some(true)) {
                    None => Ok(Sum::from(quotient)),
                    Some(integer) => Err(refused(format!(
                        "{quotient} is an integer only if {0}: write the fact before it, `{0}; ...`",
                        integer.written(true)
                    ))),
                }
            }).transpose()?
        }
    };
    result.map(Symbolic::number).ok_or_else(too_large)
}

/// Returns whether an operand has symbols.
pub(in crate::expression) fn any(operands: &[Operand]) -> bool {
    operands.iter().any(|operand| matches!(operand.value, Value::Symbolic(_)))
}
