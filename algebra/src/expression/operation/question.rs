//! Questions about layouts: whether two have the same function, who has an offset, and what a warp's access costs.

use alloc::vec;
use alloc::vec::Vec;

use super::banks::machine;
use super::{Section, listed, within_length, within_list};
use crate::error::{Error, Operation, Rule};
use crate::expression::arguments::Arguments;
use crate::expression::evaluate::apply;
use crate::expression::operand::Blame;
use crate::expression::{Reason, Value};
use crate::layout::coordinate::idx2crd;
use crate::search::coalescing::{SECTOR, coalescing};
use crate::{Access, Machine};

section! {
    "Questions" {
        same_function("A", "B") "whether A and B have the same size, and the same offsets in order"
            = |of| Ok(Value::Boolean(different(of)?.is_none()));
        first_difference("A", "B") "[i, A(i), B(i)] at the first i at which they differ"
            = |of| match different(of)? {
                Some(Difference { at, values: [a, b] }) => {
                    let list = Value::list(vec![at.into(), a, b]);
                    list.map_err(|(_, reason)| reason.into())
                }
                None => Err(Reason::None("A and B have the same function").into()),
            };
        owners("L", "offset") "all coordinates whose offset it is, as a list"
            = owners;
        layout_add("A", "B") "the layout of A(i) + B(i), coalesced; XOR strides are added as bits"
            = layout_add;
        greatest_common_domain("A", "B") "the largest layout of coordinates along which both shapes are linear"
            = |of| Ok(crate::greatest_common_domain(&of.shape(0)?, &of.shape(1)?)?.into());
        coalescing("L", "bytes", "[vector=1]", "[machine=0]") "[sectors of 32 bytes, or of a machine, that the threads of L access, `vector` elements each; the fewest for as many bytes]"
            = |of| {
                let offsets = listed(of, 0, Operation::Coalescing)?;
                let found = coalescing(&offsets, &sectors(of)?)?;
                Ok(vec![found.sectors, found.fewest].into())
            };
    }
}

/// The access of `coalescing`.
pub(in crate::expression) fn sectors(of: &Arguments<'_>) -> Result<Access, Blame> {
    let vector = if of.has(2) { of.integer(2)? } else { 1 };
    let given = of.has(3).then(|| of.value(3));
    let on = machine(given).map_err(Blame::operand(3))?;
    let sector = on.map_or(Ok(SECTOR), Machine::sector);
    let sector = sector.map_err(|error| Blame::operand(3)(error.into()))?;
    Ok(Access::new(of.integer(1)?)?.vector(vector)?.sector(sector)?)
}

/// Where two layouts differ, and what they have there.
pub(in crate::expression) struct Difference {
    pub at: i64,
    pub values: [Value; 2],
}

/// The first integral coordinate at which two layouts differ. Where one of them ends, it continues as layouts do.
pub(in crate::expression) fn different(of: &Arguments<'_>) -> Result<Option<Difference>, Blame> {
    let operation = Operation::SameFunction;
    let sizes = [0, 1].map(|at| {
        within_list(of.value(at), operation).map_err(Blame::operand(at))?;
        let shape = of.value(at).to_shape().map_err(Blame::operand(at))?;
        Ok::<i64, Blame>(shape.size().map_err(|error| error.during(operation))?)
    });
    let [of_a, of_b] = sizes;
    let (of_a, of_b) = (of_a?, of_b?);
    let at = |operand: usize, i: i64| apply(of.value(operand), &[&i.into()]);
    let common = of_a.min(of_b);
    let lists = [0, 1].map(|at| listed(of, at, operation));
    let first = match lists {
        [Ok(a), Ok(b)] => a.iter().zip(&b).position(|(a, b)| a != b).map(|at| at as i64),
        // Coordinates are no integers.
        _ => {
            let mut first = None;
            for i in 0..common {
                if at(0, i)? != at(1, i)? {
                    first = Some(i);
                    break;
                }
            }
            first
        }
    };
    let Some(first) = first.or((of_a != of_b).then_some(common)) else { return Ok(None) };
    Ok(Some(Difference { at: first, values: [at(0, first)?, at(1, first)?] }))
}

/// The sum, of strides of one kind. A layout that is 0 everywhere is of every kind.
fn layout_add(of: &Arguments<'_>) -> Result<Value, Blame> {
    let moves = |value: &Value| match value {
        Value::Layout(layout) => {
            layout.flat_modes().iter().any(|mode| mode.shape > 1 && mode.stride != 0)
        }
        _ => true,
    };
    let codomain = || Blame::from(Error::new(Operation::LayoutAdd, Rule::Codomain));
    let (a, b) = (of.plain(0), of.plain(1));
    match (&*a, &*b) {
        (Value::Xor(a), Value::Xor(b)) => Ok(crate::layout_add(a, b)?.into()),
        // As integers they carry, as bits they do not.
        (Value::Xor(_), b) if moves(b) => Err(codomain()),
        (a, Value::Xor(_)) if moves(a) => Err(codomain()),
        (Value::Xor(_), _) | (_, Value::Xor(_)) => {
            Ok(crate::layout_add(&a.to_xor()?, &b.to_xor()?)?.into())
        }
        (Value::Coordinates(_), _) | (_, Value::Coordinates(_)) => {
            let [a, b] = [a, b].map(|value| value.to_coordinates().map_err(|_| codomain()));
            Ok(crate::layout_add(&a?, &b?)?.into())
        }
        _ => Ok(crate::layout_add(&of.layout(0)?, &of.layout(1)?)?.into()),
    }
}

/// All natural coordinates of an offset.
fn owners(of: &Arguments<'_>) -> Result<Value, Blame> {
    let shape = of.value(0).to_shape().map_err(Blame::operand(0))?;
    let integral = integral_owners(of)?;
    within_length(integral.len() as i64, &Value::Profile(shape.profile().clone()))?;
    let coordinates = integral.into_iter().map(|i| Ok(idx2crd(i, &shape)?.into()));
    let coordinates: Result<Vec<Value>, Blame> = coordinates.collect();
    Value::list(coordinates?).map_err(|(_, reason)| reason.into())
}

/// All integral coordinates of an offset.
pub(in crate::expression) fn integral_owners(of: &Arguments<'_>) -> Result<Vec<i64>, Blame> {
    let operation = Operation::Owners;
    let wanted = of.value(1);
    if let Ok(offset) = wanted.to_integer() {
        let all = listed(of, 0, operation)?.into_iter().enumerate();
        return Ok(all.filter(|(_, value)| *value == offset).map(|(at, _)| at as i64).collect());
    }
    within_list(of.value(0), operation).map_err(Blame::operand(0))?;
    let shape = of.value(0).to_shape().map_err(Blame::operand(0))?;
    let size = shape.size().map_err(|error| error.during(operation))?;
    let mut found = Vec::new();
    for i in 0..size {
        if apply(of.value(0), &[&i.into()])? == *wanted {
            found.push(i);
        }
    }
    Ok(found)
}
