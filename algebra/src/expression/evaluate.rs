//! Evaluation: carries out the steps on a stack of values.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::arguments::Arguments;
#[cfg(feature = "explain")]
use super::explain;
use super::limits::Limits;
use super::operand::{Blame, Operand};
use super::operation::any_offset;
#[cfg(feature = "morphism")]
use super::operation::{between, of_morphisms, realized};
use super::step::{Step, What};
use super::{Failure, Named, NamedOperation, Names, Reason, Strides, Value, symbols};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::coordinate::crd2idx;
use crate::operation::compact::{compact_row_major, identity};
use crate::operation::slice::{Slicer, slice};
use crate::search::machine::Machine;
use crate::stride::Stride;
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::profile::Profile;

/// Carries out the steps as long as `goes_on`, which is called with each step and its operands, returns `true`. If
/// `explained` is given, explanations of the operations are written to it.
pub(super) fn evaluate(
    code: &[Step],
    names: &mut Names,
    mut explained: Option<&mut String>,
    goes_on: &mut dyn FnMut(&Step, &[Operand]) -> bool,
) -> Result<Value, Failure> {
    let mut stack: Vec<Operand> = Vec::new();
    let mut limits = Limits::new();
    for step in code {
        let first = stack.len().saturating_sub(step.operands());
        limits.operands(step.at, stack[first..].iter().map(|operand| &operand.value))?;
        if !goes_on(step, &stack[first..]) {
            return Err(Failure::new(step.at, Reason::Stopped));
        }
        let result = step.carry_out(&stack[first..], names, explained.as_deref_mut())?;
        stack.truncate(first);
        if let Some(result) = result {
            limits.push(step.at, first, &result.value, names)?;
            stack.push(result);
        }
    }
    let last = stack.pop();
    last.map(|last| last.value).ok_or(Failure::new(0, Reason::Expected("an operand")))
}

impl Step {
    /// The number of operands, which are the last values on the stack.
    pub fn operands(&self) -> usize {
        self.what.operands()
    }

    /// The result for these operands, in a context without names.
    ///
    /// # Errors
    /// A [`Failure`] at one of the operands or at the step.
    pub fn evaluate(&self, operands: &[Operand]) -> Result<Operand, Failure> {
        if let Some(reason) = self.symbolic() {
            return Err(Failure::new(self.at, reason));
        }
        self.evaluate_with(operands, &mut Names::new())
    }

    /// The result for these operands, with these names and what is known of their symbols.
    ///
    /// # Errors
    /// As [`Step::evaluate`], except that names, symbols and facts are read.
    pub fn evaluate_with(
        &self,
        operands: &[Operand],
        names: &mut Names,
    ) -> Result<Operand, Failure> {
        Limits::new().operands(self.at, operands.iter().map(|operand| &operand.value))?;
        let result = self.carry_out(operands, names, None)?;
        result.ok_or(Failure::new(self.at, Reason::Expected("an operand")))
    }

    /// The value that the step leaves on the stack, if any.
    fn carry_out(
        &self,
        operands: &[Operand],
        names: &mut Names,
        explained: Option<&mut String>,
    ) -> Result<Option<Operand>, Failure> {
        let at = self.at;
        if operands.len() != self.operands() {
            return Err(Failure::new(at, Reason::Expected("an operand")));
        }
        let composition;
        let what = match &self.what {
            What::Offset(operation)
                if operands.last().is_none_or(|n| n.value.as_offset().is_none()) =>
            {
                composition = What::Call(operation, 2);
                &composition
            }
            what => what,
        };
        let value = match (what, explained) {
            #[cfg(feature = "explain")]
            (What::Call(operation, _), Some(text)) if !symbols::any(operands) => {
                explain::call(operation, operands, text)
            }
            #[cfg(feature = "explain")]
            (What::Apply(_), Some(text)) if what.is_explained(operands) => {
                let value = what.value(operands, names, at);
                value.inspect(|value| explain::encoding(operands, value.as_ref(), text))
            }
            _ => what.value(operands, names, at),
        };
        let value = value.map_err(|Blame { operand, reason }| {
            // The position of the operand at fault, or else of the operation.
            let place = operand.and_then(|operand| operands.get(operand));
            Failure::new(place.map_or(at, |operand| operand.at), reason)
        })?;
        // Layouts and applications begin where their first operand begins.
        let at = match what {
            What::Layout | What::Arrow(_) | What::ColMajor | What::RowMajor | What::Apply(_) => {
                operands[0].at
            }
            _ => at,
        };
        let after_swizzle = what.after_swizzle(operands, names);
        let awaits_layout = what.awaits_layout(operands);
        Ok(value.map(|value| Operand { at, value, after_swizzle, awaits_layout }))
    }
}

impl What {
    /// Returns whether an explanation has lines about the step: an operation on numbers, or the shape of an encoding.
    #[cfg(feature = "explain")]
    pub(crate) fn is_explained(&self, operands: &[Operand]) -> bool {
        match self {
            What::Call(..) => !symbols::any(operands),
            What::Offset(_) => {
                let offset = operands.last().and_then(|last| last.value.as_offset());
                offset.is_none() && !symbols::any(operands)
            }
            What::Apply(_) => matches!(operands[0].value, Value::Encoding(_)),
            _ => false,
        }
    }

    /// The number of values that the step takes from the stack.
    fn operands(&self) -> usize {
        match *self {
            What::Boolean(_)
            | What::Integer(_)
            | What::Foreign(_)
            | What::Stride(_)
            | What::Swizzle(_)
            | What::Leaf
            | What::Open
            | What::Symbol(_)
            | What::Dynamic { .. }
            | What::Fact(_)
            | What::Name(_) => 0,
            #[cfg(feature = "morphism")]
            What::Morphism(_) => 0,
            What::ColMajor | What::RowMajor | What::Parentheses => 1,
            What::Assign(_) | What::Discard => 1,
            What::Layout | What::Arrow(_) | What::Offset(_) | What::Times | What::Plus => 2,
            What::Arithmetic(_) => 2,
            What::Tuple(count) | What::Modes(count) | What::List(count) => count,
            What::Call(_, count) => count,
            What::Apply(count) => count + 1,
        }
    }

    /// Returns whether the step leaves a composition whose right operand ends in a swizzle.
    fn after_swizzle(&self, operands: &[Operand], names: &Names) -> bool {
        match (self, operands) {
            (What::Call(operation, 2), [_, right]) if operation.name == "composition" => {
                right.after_swizzle || matches!(right.value, Value::Swizzle(_))
            }
            (What::Name(name) | What::Symbol(name), _) => {
                names.named.get(name).is_some_and(|named| named.after_swizzle)
            }
            (What::Parentheses | What::Assign(_), [one]) => one.after_swizzle,
            _ => false,
        }
    }

    /// Returns whether the step leaves a swizzle and an offset, still without a layout under them.
    fn awaits_layout(&self, operands: &[Operand]) -> bool {
        match (self, operands) {
            (What::Offset(_), [left, right]) => {
                matches!(left.value, Value::Swizzle(_)) && right.value.as_offset().is_some()
            }
            _ => false,
        }
    }

    /// The value that the step leaves on the stack, if any.
    fn value(
        &self,
        operands: &[Operand],
        names: &mut Names,
        at: usize,
    ) -> Result<Option<Value>, Blame> {
        let values: Vec<&Value> = operands.iter().map(|operand| &operand.value).collect();
        let in_operand = |(operand, reason)| Blame { operand: Some(operand), reason };
        let tuple = |operand: usize| values[operand].to_tuple().map_err(Blame::operand(operand));
        let value = match self {
            What::Boolean(value) => Value::Boolean(*value),
            What::Integer(value) => Value::from(*value),
            What::Leaf => Value::Profile(Profile::leaf()),
            What::Open => Value::Incomplete(Slicer::new([None], Profile::leaf())?),
            What::Name(name) => match names.value_or_symbol(name) {
                Some(value) => value,
                None => match Machine::named(name) {
                    Some(machine) => Value::Machine(machine),
                    None => return Err(NamedOperation::unknown(name).into()),
                },
            },
            What::Swizzle(swizzle) => (*swizzle).into(),
            // The stride 0 is that of every kind, and is written as an integer.
            What::Stride(stride) if stride.is_zero() => Value::from(0_i64),
            What::Stride(stride) => Value::Strides(Strides::leaf(stride.clone())),
            What::Foreign(_) | What::Times | What::Plus => {
                return Err(Reason::Expected("what the value level has").into());
            }
            What::Symbol(name) => names.symbol(name, at)?,
            What::Dynamic { divisor, first } => names.dynamic(*divisor, *first, at)?,
            What::Fact(fact) => names.state(fact)?,
            What::Arithmetic(sign) => {
                symbols::arithmetic(&names.facts, *sign, values[0], values[1])?
            }
            What::Call(operation, _) | What::Offset(operation) if symbols::any(operands) => {
                symbols::call(operation, operands, &names.facts)?
            }
            What::Layout if symbols::any(operands) => {
                symbols::layout(&names.facts, values[0], values[1])?
            }
            What::ColMajor | What::RowMajor if symbols::any(operands) => {
                let row_major = matches!(self, What::RowMajor);
                symbols::ordered(&names.facts, values[0], row_major)?
            }
            What::Apply(_) if symbols::any(operands) => {
                let coordinate = match &values[1..] {
                    [one] => (*one).clone(),
                    several => Value::tuple(several).map_err(in_operand)?,
                };
                symbols::apply(&names.facts, values[0], &coordinate)?
            }
            What::Layout => match values[1] {
                Value::Strides(strides) => strides.layout(&tuple(0)?)?,
                _ => Layout::new(&tuple(0)?, &tuple(1)?)?.into(),
            },
            #[cfg(feature = "morphism")]
            What::Morphism(f) => (**f).clone().into(),
            #[cfg(feature = "morphism")]
            What::Arrow(images) => between(&tuple(0)?, images, &tuple(1)?)?,
            #[cfg(not(feature = "morphism"))]
            What::Arrow(_) => return Err(Reason::Feature("morphism").into()),
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
                Value::Symbolic(Symbolic(Kind::Tuple(_))) => {
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
pub(super) fn apply(layout: &Value, coordinate: &[&Value]) -> Result<Value, Blame> {
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
        #[cfg(feature = "morphism")]
        Value::Morphism(f) => realized(f, &coordinate),
        Value::Encoding(encoding) => {
            let shape = coordinate.to_integers().or_else(|_| Ok(vec![coordinate.to_integer()?]));
            Ok(encoding.of_shape(&shape.map_err(Blame::operand(1))?)?.into())
        }
        Value::Linear(_) => match layout.unlinear() {
            Some(layout) => apply(&layout?, &[&coordinate]),
            None => Err(Blame::operand(0)(layout.no("a layout before `(`"))),
        },
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

impl NamedOperation {
    /// The result of the operation on these arguments.
    pub(super) fn call(&self, operands: &[Operand]) -> Result<Value, Blame> {
        #[cfg(feature = "morphism")]
        if let Some(result) = of_morphisms(self, operands) {
            return result;
        }
        self.check(operands.len())?;
        if self.name != "equal" && operands.iter().any(|operand| operand.value.is_linear()) {
            let operands = operands.iter().enumerate();
            let operands = operands.map(|(at, operand)| {
                let value = if self.of_encodings(at) { None } else { operand.value.unlinear() };
                let value = value.transpose().map_err(|error| Blame::operand(at)(error.into()))?;
                Ok(value.map_or_else(|| operand.clone(), |value| Operand { value, ..*operand }))
            });
            return self.of_layouts(&operands.collect::<Result<Vec<Operand>, Blame>>()?);
        }
        self.of_layouts(operands)
    }

    /// The result on arguments of which none is a linear layout, except where one is wanted.
    fn of_layouts(&self, operands: &[Operand]) -> Result<Value, Blame> {
        // If a shape is needed, a swizzle is replaced by its layout.
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
