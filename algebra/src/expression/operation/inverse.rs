//! Inverses of composed layouts, found from the plain layouts that they equal or from the functions that they consist
//! of.

use super::all_offsets;
use crate::error::{Error, Operation, Rule};
use crate::expression::Value;
use crate::expression::operand::Blame;
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer, POINTS, reaching};
use crate::stride::xor::Xor;
use crate::{coalesce, composition, left_inverse, right_inverse};
use alloc::vec::Vec;

/// A left inverse of a layout with XOR strides; if there is none with XOR strides, one with integer strides.
pub(super) fn left_inverse_of_bits(layout: &Layout<Xor>) -> Result<Value, Error> {
    plain_left_inverse(&layout.clone().into()).map(|(_, inverse)| inverse)
}

/// A left inverse of a composed layout. It is the left inverse of the plain layout with the same function, if that is
/// right for the composed layout, or else a composed layout.
pub(super) fn left_inverse_of_composed(
    value: &Value,
    composed: impl FnOnce() -> Result<Composed, Error>,
) -> Result<Value, Blame> {
    let refused = match value.plain().map(|plain| plain_left_inverse(&plain)) {
        Some(Ok((plain, inverse))) if is_left_inverse(&inverse, value, &plain) => {
            return Ok(inverse);
        }
        Some(Err(refused)) => Some(refused),
        _ => None,
    };
    Ok(composed().map_err(|error| refused.unwrap_or(error))?.into())
}

/// A left inverse with XOR strides, or else with integer strides. It follows the layout that it inverts.
fn plain_left_inverse(plain: &Value) -> Result<(Value, Value), Error> {
    match plain {
        Value::Layout(layout) => Ok((plain.clone(), left_inverse(layout)?.into())),
        Value::Xor(layout) => match left_inverse(layout) {
            Ok(inverse) => Ok((plain.clone(), inverse.into())),
            Err(refused) => {
                let with_integers = || {
                    let integers = layout.to_integers().ok()?;
                    let inverse = left_inverse(&integers).ok()?.into();
                    let integers = integers.into();
                    is_left_inverse(&inverse, plain, &integers).then_some((integers, inverse))
                };
                with_integers().ok_or(refused)
            }
        },
        _ => Err(Error::new(Operation::LeftInverse, Rule::Codomain)),
    }
}

/// Returns whether the left inverse of a plain layout is also a left inverse of a layout that has the same offsets on
/// its size. The inverse may map offsets to coordinates past that size.
fn is_left_inverse(inverse: &Value, layout: &Value, plain: &Value) -> bool {
    let goes_on = || {
        let last = reached(inverse, cosize(plain)?)?;
        let coordinates = match (&last, plain) {
            (Value::Layout(l), Value::Layout(plain)) => composition(l, plain).ok().map(Value::from),
            (Value::Xor(l), Value::Xor(plain)) => composition(l, plain).ok().map(Value::from),
            _ => None,
        };
        Some(goes_on_as(layout, plain, cosize(&coordinates.unwrap_or(last))?))
    };
    let everywhere = || {
        let (inverse, function) = (function(inverse)?, function(layout)?);
        if size(layout).ok()? > POINTS {
            return None;
        }
        let back = |&x: &i64| inverse.apply(x).and_then(|i| function.apply(i)) == Ok(x);
        Some(all_offsets(layout, Operation::LeftInverse).ok()?.iter().all(back))
    };
    goes_on() == Some(true) || everywhere() == Some(true)
}

/// Returns whether a layout continues up to `end` as the plain layout does that equals it on its size, if the strides
/// show it.
pub(super) fn goes_on_as(layout: &Value, plain: &Value, end: i64) -> bool {
    let up_to_end = |value: &Value| match reached(value, end)? {
        Value::Layout(layout) => Some(coalesce(&layout).into()),
        Value::Xor(layout) => Some(coalesce(&layout).into()),
        _ => None,
    };
    let same = || {
        let layout: Value = up_to_end(&reached(layout, end)?.plain()?)?;
        Some(layout == up_to_end(plain)?)
    };
    size(layout).is_ok_and(|size| end <= size) || same() == Some(true)
}

/// The layout extended to coordinates below `end`, or with its own size if that is larger.
fn reached(value: &Value, end: i64) -> Option<Value> {
    Some(match value {
        Value::Layout(layout) => reaching(layout, end).ok()?.into(),
        Value::Xor(layout) => reaching(layout, end).ok()?.into(),
        Value::Composed(l) => l.with_inner(reaching(l.inner(), end).ok()?).into(),
        Value::ComposedXor(l) => l.with_inner(reaching(l.inner(), end).ok()?).into(),
        _ => return None,
    })
}

/// The layout as a function of integral coordinates.
fn function(value: &Value) -> Option<Outer> {
    Some(match value {
        Value::Layout(layout) => layout.clone().into(),
        Value::Xor(layout) => layout.clone().into(),
        Value::Composed(composed) => composed.clone().into(),
        Value::ComposedXor(composed) => composed.clone().into(),
        _ => return None,
    })
}

/// The first offsets of a layout that has too many for a list.
pub(super) fn beginning(value: &Value) -> Vec<i64> {
    let function = function(value);
    (0..POINTS).map_while(|i| function.as_ref()?.apply(i).ok()).collect()
}

/// One more than the last offset of a plain layout.
pub(super) fn cosize(value: &Value) -> Option<i64> {
    match value {
        Value::Layout(layout) => layout.cosize().ok(),
        Value::Xor(layout) => layout.cosize().ok(),
        _ => None,
    }
}

/// The size of a layout of any kind.
pub(super) fn size(value: &Value) -> Result<i64, Blame> {
    Ok(value.to_shape()?.size()?)
}

/// The longest right inverse of a composed layout. If several are equally long, one with XOR strides comes before one
/// with integer strides, and that before this one.
pub(super) fn longest_inverse(
    value: &Value,
    composed: Result<Composed, Error>,
) -> Result<Value, Blame> {
    let mut found = Vec::new();
    match value.plain() {
        Some(Value::Xor(l)) => {
            found.push(right_inverse(&l).map(Value::from));
            // This does not apply to the composed layout.
            let integers = l.to_integers().and_then(|l| right_inverse(&l));
            found.extend(integers.ok().map(|l| Ok(l.into())));
        }
        Some(Value::Layout(l)) => found.push(right_inverse(&l).map(Value::from)),
        _ => {}
    }
    found.push(composed.map(Value::from));
    let mut longest: Option<(i64, Value)> = None;
    let mut refused = None;
    for found in found {
        match found {
            Ok(value) => {
                let size = size(&value)?;
                if longest.as_ref().is_none_or(|(before, _)| *before < size) {
                    longest = Some((size, value));
                }
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match (longest, refused) {
        (Some((_, value)), _) => Ok(value),
        (None, refused) => {
            Err(refused.unwrap_or(Error::new(Operation::RightInverse, Rule::Codomain)).into())
        }
    }
}
