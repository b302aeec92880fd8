//! Operations on threads and memory banks.

use alloc::vec::Vec;

use super::tiles::partitioned;
use super::{Section, listed};
use crate::error::{Error, Operation, Rule};
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::expression::{Reason, Value};
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::operation::compact::identity;
use crate::tuple::int_tuple::IntTuple;
use crate::{
    Access, Machine, ThreadValue, Transfer, bank_conflicts, conflict_free_swizzle, locate,
    partition,
};

section! {
    "Threads and banks" {
        partition("L", "S", "B") "(threads, (values, tiles)): L in tiles S with thread-value layout B"
            = |of| {
                let tile = of.shape(1)?;
                let shape = || match tile.as_leaf() {
                    Some(_) => Some(IntTuple::leaf(of.shape(0).ok()?.size().ok()?)),
                    None => of.shape(0).ok(),
                };
                match &*of.plain(2) {
                    Value::Coordinates(tv) => {
                        let same = || -> Result<Value, Blame> {
                            of_domain!(of, |l| partition(l, &tile, tv)?)
                        };
                        or_of_coordinates!(same(), of, shape(), |l| partition(l, &tile, tv)?)
                    }
                    Value::Xor(tv) => {
                        let same = || -> Result<Value, Blame> {
                            of_domain!(of, |l| partition(l, &tile, tv)?)
                        };
                        // Try XOR strides if integer strides give no result.
                        let in_bits = || -> Result<Value, Blame> {
                            let tv = ThreadValue::new(&tile, tv.clone())?;
                            Ok(tv.partition_in_bits(&of.layout(0)?)?.into())
                        };
                        same()
                            .or_else(|error| in_bits().map_err(|other| error.unless_undecided(other)))
                            .or_else(|error| partitioned(of).map_err(|_| error))
                    }
                    Value::Composed(_) | Value::ComposedXor(_) => partitioned(of),
                    _ => {
                        let tv = of.layout(2)?;
                        let same = || -> Result<Value, Blame> {
                            of_domain!(of, |l| partition(l, &tile, &tv)?)
                        };
                        or_of_coordinates!(same(), of, shape(), |l| partition(l, &tile, &tv)?)
                    }
                }
            };
        locate("A", "B") "where in A the offsets of B are" = located;
        bank_conflicts(
            "L", "bytes", "[vector=1]", "[banks=32]", "[width=4]", "[lanes=0]", "[machine=0]", "[store=0]"
        ) "conflicts of the threads of L; `lanes` access memory together, 0 for as many as the banks serve"
            = |of| {
                let access = access(of)?;
                Ok(bank_conflicts(&listed(of, 0, Operation::BankConflicts)?, &access).into())
            };
        phases("machine", "bytes", "[store=0]") "(place in a phase, phase) to the thread: who accesses shared memory together"
            = |of| {
                let reason = || of.value(0).no("a machine, such as `nvidia`, `cdna3` or `xe`");
                let on = machine(Some(of.value(0))).and_then(|on| on.ok_or_else(reason));
                let on = on.map_err(Blame::operand(0))?;
                let transfer = transfer(of.has(2).then(|| of.value(2))).map_err(Blame::operand(2))?;
                let phases = on.phases(of.integer(1)?, transfer)?;
                match phases.order {
                    [] => {
                        let count = on.warp / phases.together;
                        let shape = IntTuple::tuple([phases.together.into(), count.into()]);
                        Ok(identity(&shape)?.into())
                    }
                    _ => Ok(phases.layout(on.warp)?.into()),
                }
            };
        conflict_free_swizzle("bytes", "vector", "L...") "the swizzle that leaves none of them conflicts"
            = |of| {
                let (element, vector) = (of.integer(0)?, of.integer(1)?);
                let access = Access::new(element).and_then(|access| access.vector(vector));
                let operation = Operation::ConflictFreeSwizzle;
                let access = access.map_err(|e| e.during(operation))?;
                let accesses = (2..of.count()).map(|at| listed(of, at, operation));
                let accesses = accesses.collect::<Result<Vec<_>, _>>()?;
                let accesses: Vec<_> = accesses.iter().map(|offsets| (&offsets[..], access)).collect();
                match conflict_free_swizzle(&accesses)? {
                    Some(swizzle) => Ok(swizzle.into()),
                    None => Err(Reason::None("no swizzle leaves them without conflicts").into()),
                }
            };
    }
}

/// The access of `bank_conflicts`.
pub(in crate::expression) fn access(of: &Arguments<'_>) -> Result<Access, Blame> {
    let values: Vec<&Value> = (0..of.count()).map(|at| of.value(at)).collect();
    bank_access(&values).map_err(|(operand, reason)| Blame { operand: Some(operand), reason })
}

/// The access that arguments of `bank_conflicts` describe. The error has the position of an argument.
pub(crate) fn bank_access(values: &[&Value]) -> Result<Access, (usize, Reason)> {
    let integer = |at: usize, default: i64| match values.get(at) {
        Some(value) => value.to_integer().map_err(|reason| (at, reason)),
        None => Ok(default),
    };
    let blame = |at: usize| move |error: Error| (at, Reason::from(error));
    let access = Access::new(integer(1, 1)?).map_err(blame(1))?;
    let access = access.vector(integer(2, 1)?).map_err(blame(2))?;
    let (banks, width, lanes) = (integer(3, 32)?, integer(4, 4)?, integer(5, 0)?);
    let transfer = transfer(values.get(7).copied()).map_err(|reason| (7, reason))?;
    match machine(values.get(6).copied()).map_err(|reason| (6, reason))? {
        Some(machine) if (banks, width, lanes) == (32, 4, 0) => {
            access.on(machine, transfer).map_err(blame(6))
        }
        Some(_) => Err((6, Reason::Expected("a machine, or banks, width and lanes, not both"))),
        None => access.banks(banks, width).map_err(blame(3))?.lanes(lanes).map_err(blame(5)),
    }
}

/// The direction that an argument `store` is: a truth value or an integer.
fn transfer(store: Option<&Value>) -> Result<Transfer, Reason> {
    let store = match store {
        None => false,
        Some(Value::Boolean(store)) => *store,
        Some(other) => other.to_integer()? != 0,
    };
    Ok(if store { Transfer::Store } else { Transfer::Load })
}

/// The machine that an argument is; 0 is none.
pub(super) fn machine(value: Option<&Value>) -> Result<Option<&'static Machine>, Reason> {
    match value {
        None => Ok(None),
        Some(Value::Machine(machine)) => Ok(Some(machine)),
        Some(other) if other.to_integer() == Ok(0) => Ok(None),
        Some(other) => Err(other.no("a machine, such as `nvidia`, `cdna3` or `xe`")),
    }
}

/// The location as a layout, or else as a composed layout: a left inverse after the instruction.
fn located(of: &Arguments<'_>) -> Result<Value, Blame> {
    let as_layout = || -> Result<Value, Blame> {
        Ok(match (&*of.plain(0), &*of.plain(1)) {
            (Value::Xor(a), Value::Xor(b)) => locate(a, b)?.into(),
            (Value::Xor(a), _) => locate(a, &of.memory(1)?)?.into(),
            (_, Value::Xor(b)) => locate(&of.memory(0)?, b)?.into(),
            _ => locate(&of.memory(0)?, &of.memory(1)?)?.into(),
        })
    };
    as_layout().or_else(|refused| match refused.reason {
        Reason::Algebra(Error {
            rule: Rule::CoordinateOutside | Rule::Injectivity { .. }, ..
        }) => Err(refused),
        _ => composed_location(of).map_err(|other| match other.reason {
            Reason::Algebra(_) => other,
            _ => refused,
        }),
    })
}

fn composed_location(of: &Arguments<'_>) -> Result<Value, Blame> {
    let operation = Operation::Locate;
    let error = |rule| Error::new(operation, rule);
    let identity = Swizzle::new(0, 0, 0)?;
    let (inverse, data) = match of.value(0) {
        Value::Composed(data) => data.inverse(operation)?,
        Value::ComposedXor(data) => data.inverse(operation)?,
        Value::Xor(data) => Composed::of(identity, data.clone()).inverse(operation)?,
        _ => Composed::of(identity, of.memory(0)?).inverse(operation)?,
    };
    let instruction = listed(of, 1, operation)?;
    for offsets in [&data, &instruction] {
        if let Some((first, second)) = twice(offsets) {
            return Err(error(Rule::Injectivity { first, second }).into());
        }
    }
    let located: Value = match of.value(1) {
        Value::Composed(instruction) => instruction.under(inverse.clone()).into(),
        Value::ComposedXor(instruction) => instruction.under(inverse.clone()).into(),
        Value::Xor(instruction) => Composed::of(inverse.clone(), instruction.clone()).into(),
        _ => Composed::of(inverse.clone(), of.memory(1)?).into(),
    };
    let is_there = |&offset: &i64| {
        let coordinate = inverse.apply(offset).ok().and_then(|at| usize::try_from(at).ok());
        coordinate.and_then(|at| data.get(at)) == Some(&offset)
    };
    if let Some(offset) = instruction.iter().find(|offset| !is_there(offset)) {
        let rule = match data.contains(offset) {
            // The inverse leaves the coordinates for the extended domain.
            true => Rule::Undecided { steps: data.len() as u64 },
            false => Rule::CoordinateOutside,
        };
        return Err(error(rule).into());
    }
    Ok(located.plain().unwrap_or(located))
}

/// Two positions in a list that have the same integer.
pub(in crate::expression) fn twice(offsets: &[i64]) -> Option<(i64, i64)> {
    let mut sorted: Vec<(i64, i64)> = offsets.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1))
}
