//! Evaluation: the steps carried out on a stack of values.

use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::limits::Limits;
use super::operation::{any_offset, between, of_morphisms, realized};
use super::parse::{Step, What};
use super::{Failure, Named, Names, Operation, Reason, Strides, Value, explain};
use crate::compact::{compact_row_major, identity};
use crate::composed::Composed;
use crate::coordinate::crd2idx;
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::profile::Profile;
use crate::slice::{Slicer, slice};
use crate::stride::Stride;

/// A value, and where it comes from in the text.
#[derive(Clone)]
pub(super) struct Operand {
    pub at: usize,
    pub value: Value,
    /// Whether it is a composition whose right operand ends in a swizzle: whether it is a swizzle, a
    /// layout or composed depends on its numbers.
    pub after_swizzle: bool,
    /// Whether it is a swizzle and an offset, under which a layout is still to come.
    pub awaits_layout: bool,
}

/// What is wrong in an operation: one of its operands, by position, or the whole.
pub(super) struct Blame {
    pub operand: Option<usize>,
    pub reason: Reason,
}

impl<R: Into<Reason>> From<R> for Blame {
    fn from(reason: R) -> Self {
        Blame { operand: None, reason: reason.into() }
    }
}

impl Blame {
    /// What is wrong after another attempt, whose error counts where it is not decided.
    pub(super) fn unless_undecided(self, other: Blame) -> Blame {
        let undecided =
            matches!(&other.reason, Reason::Algebra(Error { rule: Rule::Undecided { .. }, .. }));
        if undecided { other } else { self }
    }

    /// Whether bits of offsets carry.
    pub(super) fn carries(&self) -> bool {
        matches!(self.reason, Reason::Algebra(Error { rule: Rule::Carries { .. }, .. }))
    }

    /// Whether there is no layout, or none is found: a function of offsets there may be.
    pub(super) fn is_open(&self) -> bool {
        let Reason::Algebra(Error { rule, .. }) = &self.reason else { return false };
        matches!(
            rule,
            Rule::StrideDivisibility { .. }
                | Rule::ShapeDivisibility { .. }
                | Rule::Segregation { .. }
                | Rule::Carries { .. }
                | Rule::PowerOfTwo { .. }
                | Rule::Undecided { .. }
        )
    }

    /// The reason, which lies in operand `operand`.
    pub(super) fn operand(operand: usize) -> impl Fn(Reason) -> Blame {
        move |reason| Blame { operand: Some(operand), reason }
    }
}

/// Carries out the steps; with `explained`, writes there how operations came about.
pub(super) fn evaluate(
    code: &[Step],
    names: &mut Names,
    mut explained: Option<&mut String>,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Value, Failure> {
    let mut stack: Vec<Operand> = Vec::new();
    let mut limits = Limits::new();
    for Step { at, what } in code {
        let at = *at;
        let count = what.operands();
        let first = stack.len().saturating_sub(count);
        let composition;
        let what = match what {
            What::Offset(operation)
                if stack.last().is_none_or(|n| n.value.as_offset().is_none()) =>
            {
                composition = What::Call(operation, 2);
                &composition
            }
            what => what,
        };
        limits.operands(at, stack[first..].iter().map(|operand| &operand.value))?;
        if !goes_on() {
            return Err(Failure::new(at, Reason::Stopped));
        }
        let value = match (what, explained.as_deref_mut()) {
            (What::Call(operation, _), Some(text)) => {
                explain::call(operation, &stack[first..], text)
            }
            _ => what.value(&stack[first..], names),
        };
        let value = value.map_err(|Blame { operand, reason }| {
            // The place of the operand at fault, else of the operation.
            let place = operand.and_then(|operand| stack[first..].get(operand));
            Failure::new(place.map_or(at, |operand| operand.at), reason)
        })?;
        // Layouts and applications begin where their first operand does.
        let at = match what {
            What::Layout | What::Arrow(_) | What::ColMajor | What::RowMajor | What::Apply(_) => {
                stack[first].at
            }
            _ => at,
        };
        let after_swizzle = what.after_swizzle(&stack[first..], names);
        let awaits_layout = what.awaits_layout(&stack[first..]);
        stack.truncate(first);
        if let Some(value) = value {
            limits.push(at, first, &value, names)?;
            stack.push(Operand { at, value, after_swizzle, awaits_layout });
        }
    }
    let last = stack.pop();
    last.map(|last| last.value).ok_or(Failure::new(0, Reason::Expected("an operand")))
}

impl What {
    /// How many values it takes from the stack.
    fn operands(&self) -> usize {
        match *self {
            What::Boolean(_)
            | What::Integer(_)
            | What::Stride(_)
            | What::Swizzle(_)
            | What::Morphism(_)
            | What::Leaf
            | What::Open
            | What::Name(_) => 0,
            What::ColMajor | What::RowMajor | What::Parentheses => 1,
            What::Assign(_) | What::Discard => 1,
            What::Layout | What::Arrow(_) | What::Offset(_) => 2,
            What::Tuple(count) | What::Modes(count) | What::List(count) => count,
            What::Call(_, count) => count,
            What::Apply(count) => count + 1,
        }
    }

    /// Whether it leaves a composition whose right operand ends in a swizzle.
    fn after_swizzle(&self, operands: &[Operand], names: &Names) -> bool {
        match (self, operands) {
            (What::Call(operation, 2), [_, right]) if operation.name == "composition" => {
                right.after_swizzle || matches!(right.value, Value::Swizzle(_))
            }
            (What::Name(name), _) => names.named.get(name).is_some_and(|named| named.after_swizzle),
            (What::Parentheses | What::Assign(_), [one]) => one.after_swizzle,
            _ => false,
        }
    }

    /// Whether it leaves a swizzle and an offset without what stands under it.
    fn awaits_layout(&self, operands: &[Operand]) -> bool {
        match (self, operands) {
            (What::Offset(_), [left, right]) => {
                matches!(left.value, Value::Swizzle(_)) && right.value.as_offset().is_some()
            }
            _ => false,
        }
    }

    /// What it leaves on the stack, if anything.
    fn value(&self, operands: &[Operand], names: &mut Names) -> Result<Option<Value>, Blame> {
        let values: Vec<&Value> = operands.iter().map(|operand| &operand.value).collect();
        let in_operand = |(operand, reason)| Blame { operand: Some(operand), reason };
        let tuple = |operand: usize| values[operand].to_tuple().map_err(Blame::operand(operand));
        let value = match self {
            What::Boolean(value) => Value::Boolean(*value),
            What::Integer(value) => Value::from(*value),
            What::Leaf => Value::Profile(Profile::leaf()),
            What::Open => Value::Incomplete(Slicer::new([None], Profile::leaf())?),
            What::Name(name) => match names.get(name) {
                Some(value) => value.clone(),
                None => return Err(Reason::Unknown(name.clone()).into()),
            },
            What::Swizzle(swizzle) => (*swizzle).into(),
            What::Stride(stride) => Value::Strides(Strides::leaf(stride.clone())),
            What::Layout => match values[1] {
                Value::Strides(strides) => strides.layout(&tuple(0)?)?,
                _ => Layout::new(&tuple(0)?, &tuple(1)?)?.into(),
            },
            What::Morphism(f) => (**f).clone().into(),
            What::Arrow(images) => between(&tuple(0)?, images, &tuple(1)?)?,
            What::ColMajor => identity(&tuple(0)?)?.into(),
            What::RowMajor => {
                let stride = compact_row_major(&tuple(0)?);
                let stride = stride.map_err(|error| error.during(crate::Operation::Layout))?;
                Layout::new(&tuple(0)?, &stride)?.into()
            }
            What::Parentheses => match values[0] {
                Value::Tuple(_) | Value::Incomplete(_) | Value::Profile(_) | Value::Strides(_) => {
                    Value::tuple(&values).map_err(in_operand)?
                }
                other => other.clone(),
            },
            What::Tuple(_) => Value::tuple(&values).map_err(in_operand)?,
            What::Modes(_) => Value::modes(&values).map_err(in_operand)?,
            What::List(_) => {
                let values = values.into_iter().cloned().collect();
                Value::list(values).map_err(in_operand)?
            }
            What::Call(operation, _) => operation.call(operands)?,
            What::Offset(operation) => match (values[0], values[1].as_offset()) {
                (_, Some(n)) if operands[0].after_swizzle => {
                    return Err(Blame::operand(1)(Reason::OffsetOrShape(n)));
                }
                (Value::Swizzle(swizzle), Some(offset)) => {
                    Composed::new(*swizzle, offset, any_offset()).into()
                }
                _ => operation.call(operands)?,
            },
            What::Apply(_) => apply(values[0], &values[1..])?,
            What::Assign(name) => {
                let after_swizzle = operands[0].after_swizzle;
                names.insert(name.clone(), Named { value: values[0].clone(), after_swizzle });
                values[0].clone()
            }
            What::Discard => return Ok(None),
        };
        Ok(Some(value))
    }
}

/// The offset of a layout at a coordinate, or its slice at an incomplete one.
fn apply(layout: &Value, coordinate: &[&Value]) -> Result<Value, Blame> {
    let coordinate = match coordinate {
        [one] => (*one).clone(),
        several => Value::tuple(several)
            .map_err(|(operand, reason)| Blame { operand: Some(operand + 1), reason })?,
    };
    match layout {
        Value::Layout(layout) => at(layout, coordinate),
        Value::Coordinates(layout) => at(layout, coordinate),
        Value::Xor(layout) => at(layout, coordinate),
        Value::Swizzle(swizzle) => match coordinate.to_integer() {
            Ok(offset) => Ok(swizzle.apply(offset).into()),
            Err(_) => at(&swizzle.to_layout(), coordinate),
        },
        Value::Composed(composed) => composed_at(composed, coordinate),
        Value::ComposedXor(composed) => composed_at(composed, coordinate),
        Value::Morphism(f) => realized(f, &coordinate),
        _ => {
            let reason = Reason::Kind { wanted: "a layout before `(`", given: layout.kind() };
            Err(Blame::operand(0)(reason))
        }
    }
}

fn at<D: Stride<Offset: Into<Value>>>(layout: &Layout<D>, coordinate: Value) -> Result<Value, Blame>
where
    Layout<D>: Into<Value>,
{
    match coordinate {
        Value::Tuple(coordinate) => Ok(crd2idx(&coordinate, layout)?.into()),
        Value::Incomplete(slicer) => Ok(slice(layout, &slicer)?.into()),
        other => {
            let reason = Reason::Kind { wanted: "a coordinate", given: other.kind() };
            Err(Blame::operand(1)(reason))
        }
    }
}

fn composed_at<D: Stride<Offset = i64>>(
    composed: &Composed<D>,
    coordinate: Value,
) -> Result<Value, Blame>
where
    Composed<D>: Into<Value>,
{
    match coordinate {
        Value::Tuple(coordinate) => Ok(composed.crd2idx(&coordinate)?.into()),
        other => {
            let slicer = other.to_slicer().map_err(Blame::operand(1))?;
            Ok(composed.slice(&slicer)?.into())
        }
    }
}

impl Operation {
    /// The result of the operation on these arguments.
    pub(super) fn call(&self, operands: &[Operand]) -> Result<Value, Blame> {
        if let Some(result) = of_morphisms(self, operands) {
            return result;
        }
        if !self.takes(operands.len()) {
            let reason = Reason::Arguments { usage: self.usage(), given: operands.len() };
            return Err(reason.into());
        }
        // Where a shape is asked for a swizzle is its layout.
        let shaped = |at: usize| {
            let value = if self.of_functions(at) { None } else { operands[at].value.shaped() };
            value.map(|value| Operand { value, ..operands[at] })
        };
        if (0..operands.len()).all(|at| shaped(at).is_none()) {
            return self.compute(operands);
        }
        let operands = operands.iter().enumerate();
        let operands = operands.map(|(at, operand)| shaped(at).unwrap_or_else(|| operand.clone()));
        self.compute(&operands.collect::<Vec<Operand>>())
    }

    fn compute(&self, operands: &[Operand]) -> Result<Value, Blame> {
        let result = (self.compute)(&Arguments(operands));
        result.or_else(|refused| self.of_other_form(operands, refused))
    }
}
