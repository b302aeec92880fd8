//! Morphisms as operands, and what other operations make of them.

use alloc::vec::Vec;

use crate::error::Error;
use crate::expression::arguments::Arguments;
use crate::expression::operand::{Blame, Operand};
use crate::expression::operation::within_length;
use crate::expression::{MAX_LENGTH, NamedOperation, Reason, Value};
use crate::morphism::{NestedTupleMorphism, Refinement, TupleMorphism, written};
use crate::tuple::int_tuple::IntTuple;

/// The morphism at this position.
pub(super) fn f<'a>(of: &'a Arguments<'_>, at: usize) -> Result<&'a NestedTupleMorphism, Blame> {
    match of.value(at) {
        Value::Morphism(f) => Ok(f),
        _ => Err(of.no(at, "a morphism")),
    }
}

pub(super) fn flat<'a>(of: &'a Arguments<'_>, at: usize) -> Result<&'a TupleMorphism, Blame> {
    Ok(f(of, at)?.flatten())
}

/// Positions of entries, which are written from 1.
pub(super) fn entries(of: &Arguments<'_>, at: usize) -> Result<Vec<usize>, Blame> {
    let numbers = of.integers(at)?.into_iter();
    let positions = numbers.map(|number| usize::try_from(number).ok()?.checked_sub(1));
    positions
        .collect::<Option<_>>()
        .ok_or_else(|| of.no(at, "a list of numbers of entries, from 1,"))
}

pub(super) fn refinement(finer: IntTuple, coarser: IntTuple) -> Result<Refinement, Error> {
    Refinement::new(finer, coarser)
}

pub(super) fn concatenated(of: &Arguments<'_>) -> Result<Value, Blame> {
    let parts: Result<Vec<&NestedTupleMorphism>, Blame> =
        (0..of.count()).map(|at| f(of, at)).collect();
    Ok(NestedTupleMorphism::concatenate(parts?)?.into())
}

/// The values as a list, if they are not too long together.
pub(super) fn listed(values: impl Iterator<Item = Value>) -> Result<Value, Blame> {
    let (mut all, mut length) = (Vec::new(), 0);
    for value in values {
        length += value.length();
        if length > MAX_LENGTH {
            return Err(Reason::Length(MAX_LENGTH).into());
        }
        all.push(value);
    }
    Ok(Value::List(all))
}

/// What an operation on layouts makes of morphisms, if it has a form for them and one is among its
/// operands.
pub(in crate::expression) fn of_morphisms(
    operation: &NamedOperation,
    operands: &[Operand],
) -> Option<Result<Value, Blame>> {
    let of = &Arguments(operands);
    if !(0..of.count()).any(|at| matches!(of.value(at), Value::Morphism(_))) {
        return None;
    }
    let compute: fn(&Arguments<'_>) -> Result<Value, Blame> = match (operation.name, of.count()) {
        // The right one first, as of functions.
        ("composition", 2) => |of| Ok(f(of, 1)?.then(f(of, 0)?)?.into()),
        ("logical_divide", 2) => |of| Ok(f(of, 0)?.logical_divide(f(of, 1)?)?.into()),
        ("logical_product", 2) => |of| Ok(f(of, 0)?.logical_product(f(of, 1)?)?.into()),
        ("flat_divide", 2) => |of| Ok(flat(of, 0)?.flat_divide(flat(of, 1)?)?.into()),
        ("flat_product", 2) => |of| Ok(flat(of, 0)?.flat_product(flat(of, 1)?)?.into()),
        ("concatenate", 1..) => concatenated,
        ("coalesce", 1) => |of| Ok(f(of, 0)?.coalesce().into()),
        ("complement", 1) => |of| Ok(f(of, 0)?.complement()?.into()),
        ("flatten", 1) => |of| Ok(flat(of, 0)?.clone().into()),
        ("squeeze", 1) => |of| Ok(flat(of, 0)?.squeeze().into()),
        ("sort", 1) => |of| Ok(flat(of, 0)?.sort().into()),
        ("is_sorted", 1) => |of| Ok(flat(of, 0)?.is_sorted().into()),
        ("size", 1) => |of| Ok(f(of, 0)?.size().into()),
        ("permute", 2) => |of| Ok(flat(of, 0)?.permute(&of.positions(1)?)?.into()),
        ("mode", 2) => |of| Ok(f(of, 0)?.mode(of.position(1)?)?.into()),
        ("relative_modes", 2) => |of| {
            let f = f(of, 0)?;
            let along = refinement(f.domain(), of.tuple(1)?)?;
            let count = along.coarser().leaves().len();
            within_length(count as i64, of.value(0))?;
            let modes: Result<Vec<_>, Error> =
                (0..count).map(|i| f.relative_mode(i, &along)).collect();
            Ok(Value::List(modes?.into_iter().map(Value::from).collect()))
        },
        _ => return None,
    };
    Some(compute(of))
}

/// The value of a morphism at an integral coordinate, or where a coordinate is in its codomain.
pub(in crate::expression) fn realized(
    f: &NestedTupleMorphism,
    coordinate: &Value,
) -> Result<Value, Blame> {
    let coordinate = coordinate.to_tuple().map_err(Blame::operand(1))?;
    match coordinate.as_leaf() {
        Some(i) => Ok(f.realize(i)?.into()),
        None => Ok(f.realize_coordinate(&coordinate)?.into()),
    }
}

impl From<NestedTupleMorphism> for Value {
    fn from(f: NestedTupleMorphism) -> Self {
        Value::Morphism(f)
    }
}

impl From<TupleMorphism> for Value {
    fn from(f: TupleMorphism) -> Self {
        Value::Morphism(f.into())
    }
}

impl Value {
    /// The morphism.
    pub(crate) fn to_morphism(&self) -> Result<NestedTupleMorphism, Reason> {
        match self {
            Value::Morphism(f) => Ok(f.clone()),
            other => Err(other.no("a morphism")),
        }
    }
}

/// The morphism that a text between two tuples makes of them.
pub(in crate::expression) fn between(
    domain: &IntTuple,
    images: &[usize],
    codomain: &IntTuple,
) -> Result<Value, Error> {
    Ok(written(domain, images.to_vec(), codomain)?.into())
}
