//! Calls of operations: the conversion of their arguments, and the result, which the value level computes if all
//! arguments are known.

use proc_macro2::Span;
use tilework_algebra::expression::{Failure, NamedOperation, Operand, Reason, Step, Value, What};
use tilework_algebra::{self as algebra, Operation, Rule};

use super::{
    Applied, Argument, Evaluator, Item, Meant, Places, Term, of_values, offset_or_shape,
    operand_of, value_of,
};
use crate::error::{Error, Result};
use crate::operation::{self, Known, Parameter};
use crate::tuple::{Leaf, Tuple};

/// An argument and its place.
struct Given {
    parameter: Parameter,
    argument: Argument,
    at: usize,
    span: Span,
    places: Places,
}

impl Evaluator<'_> {
    pub(super) fn call(
        &self,
        operation: &'static NamedOperation,
        at: usize,
        operands: Vec<Item>,
    ) -> Result<Item> {
        let span = self.scan.span(at);
        operation.check(operands.len()).map_err(|reason| Error::new(span, reason))?;
        let read = Step { at, what: What::Call(operation, operands.len()) };
        let known = operation::named(operation.name, operands.len());
        let of_values = known.is_none() || operands.iter().any(Item::is_other_value);
        if (of_values || operands.first().is_some_and(Item::is_function))
            && let Some(result) = self.known(&read, &operands)
        {
            match result {
                // The types may support it.
                Err(Failure { reason: Reason::Kind { .. }, .. }) if !of_values => {}
                result => return result.map_err(|failure| self.scan.error(failure)),
            }
        }
        let Some(known) = known else {
            let (name, usage, meaning) = (operation.name, operation.usage(), operation.meaning);
            let text = format!(
                "no operation `{name}` of names; of values and literals `{usage}` is {meaning}"
            );
            return Err(Error::new(span, text));
        };
        let begin = operands.first().map_or(at, |first| first.at.min(at));
        let parameters = known.parameters.iter().chain(known.parameters.last().into_iter().cycle());
        let arguments = operands.into_iter().zip(parameters);
        let arguments = arguments.map(|(item, parameter)| self.argument_at(item, *parameter));
        let mut arguments: Vec<Given> = arguments.collect::<Result<_>>()?;
        if known.operation == Operation::TileToShape && arguments.len() == 2 {
            let Given { at, span, .. } = arguments[1];
            if let Argument::Shape(shape) = &arguments[1].argument {
                let argument = Argument::Order(colexicographic(shape));
                let (parameter, places) = (Parameter::Order, Places::Elsewhere);
                arguments.push(Given { parameter, argument, at, span, places });
            }
        }
        let what = match self.result(operation, at, known, &arguments)? {
            Some(mut value) => {
                value.at = begin;
                Term::Known(Box::new(value))
            }
            None => self.operations(known, span, arguments)?,
        };
        let (what, span) = (Meant::Term(what), self.scan.span(begin));
        Ok(Item { what, at: begin, span, places: Places::Elsewhere })
    }

    /// The result of the value level, if it knows all arguments.
    fn result(
        &self,
        operation: &'static NamedOperation,
        at: usize,
        known: &Known,
        arguments: &[Given],
    ) -> Result<Option<Operand>> {
        let operands: Option<Vec<Operand>> = arguments.iter().map(Given::operand).collect();
        let Some(operands) = operands else { return Ok(None) };
        let read = Step { at, what: What::Call(operation, operands.len()) };
        match read.evaluate(&operands) {
            Ok(value) => Ok(Some(value)),
            Err(Failure { reason: Reason::Algebra(error), .. }) => {
                let text = inadmissible(operation.name, known, &operands, &error);
                Err(Error::new(blame(&error, arguments).unwrap_or(self.scan.span(at)), text))
            }
            // The types may support it.
            Err(Failure { reason: Reason::Kind { .. }, .. }) => Ok(None),
            Err(failure) => Err(self.scan.error(failure)),
        }
    }

    /// Appends the operation to those before it.
    fn operations(&self, known: &'static Known, span: Span, arguments: Vec<Given>) -> Result<Term> {
        let arguments = arguments.into_iter().map(|Given { argument, span, places, .. }| {
            if let (Argument::Term(Term::Known(known)), Places::Offset(n, span)) =
                (&argument, &places)
                && known.awaits_layout()
            {
                return Err(offset_or_shape(*n, *span));
            }
            Ok(match argument {
                Argument::Term(term) => Argument::Term(self.in_types(term, span)?),
                other => other,
            })
        });
        let mut arguments: Vec<Argument> = arguments.collect::<Result<_>>()?;
        let (first, mut steps) = match arguments.remove(0) {
            Argument::Term(Term::Operations(first, steps)) => (first, steps),
            first => (Box::new(first), Vec::new()),
        };
        steps.push(Applied { known, span, arguments });
        Ok(Term::Operations(first, steps))
    }

    fn argument_at(&self, item: Item, parameter: Parameter) -> Result<Given> {
        let (at, span) = (item.at, item.span);
        let places = match parameter {
            // Errors name modes of other arguments.
            Parameter::Profile | Parameter::Order => Places::Modes(Vec::new(), span),
            _ => item.places.clone(),
        };
        let argument = self.argument(item, parameter)?;
        Ok(Given { parameter, argument, at, span, places })
    }

    /// The item as the kind of argument that the operation takes.
    fn argument(&self, item: Item, parameter: Parameter) -> Result<Argument> {
        let span = item.span;
        let wrong = |text: &str| Err(Error::new(span, text));
        let items = match (parameter, item.what) {
            (Parameter::Layout | Parameter::Layouts, what) => {
                return self.layout_of(Item { what, ..item }).map(Argument::Term);
            }
            (Parameter::Tiler, what) => {
                return self.tiler(Item { what, ..item }).map(Argument::Term);
            }
            (Parameter::List, Meant::List(items)) => items,
            (Parameter::List, _) => return wrong("expected a list of integers, `[2, 0]`"),
            (_, Meant::Tuple(tuple)) => return self.tuple(tuple, parameter),
            (Parameter::Integer, _) => return wrong("expected an integer"),
            (Parameter::Added, _) => return wrong("what is added is an integer"),
            (Parameter::Profile, _) => return wrong("expected a profile, `(*,*)`"),
            (Parameter::Order, _) => return wrong("expected an order, `(1,0)`"),
            _ => return wrong("expected a shape, `(8,8)`"),
        };
        let integers = items.into_iter().map(|item| match item.what {
            Meant::Tuple(Tuple::Leaf(leaf, _)) => known_integer(leaf, item.span),
            _ => Err(Error::new(item.span, "expected an integer")),
        });
        Ok(Argument::List(integers.collect::<Result<_>>()?))
    }

    fn tuple(&self, tuple: Tuple, parameter: Parameter) -> Result<Argument> {
        let span = tuple.span();
        match (parameter, tuple) {
            (Parameter::Shape, shape) => {
                self.check_shape(&shape)?;
                Ok(Argument::Shape(shape))
            }
            (Parameter::Size, size) => {
                self.check_extents(&size)?;
                Ok(Argument::Size(size))
            }
            (Parameter::Integer, Tuple::Leaf(leaf, _)) => {
                known_integer(leaf, span).map(Argument::Integer)
            }
            (Parameter::Integer, _) => Err(Error::new(span, "expected an integer")),
            (
                Parameter::Added,
                tuple @ Tuple::Leaf(
                    Leaf::Integer(0..) | Leaf::Code(..) | Leaf::Constant(..) | Leaf::Any,
                    _,
                ),
            ) => {
                self.check_leaves(&tuple)?;
                Ok(Argument::Tuple(tuple))
            }
            (Parameter::Added, _) => Err(Error::new(span, "what is added is a natural number")),
            (Parameter::Order, order) => {
                for (leaf, span) in order.leaves() {
                    known_integer(leaf.clone(), span)?;
                }
                Ok(Argument::Order(order))
            }
            (_, profile) => Ok(Argument::Tuple(profile)),
        }
    }
}

impl Item {
    /// Returns whether it is the value of an operation that is neither a layout nor a tiler, such as an integer.
    fn is_other_value(&self) -> bool {
        let Meant::Term(Term::Known(known)) = &self.what else { return false };
        !super::in_types::is_layout(&known.value)
    }

    /// Returns whether it is a swizzle or a composed layout. After one, a tuple is a shape.
    fn is_function(&self) -> bool {
        let Meant::Term(Term::Known(known)) = &self.what else { return false };
        matches!(known.value, Value::Swizzle(_) | Value::Composed(_) | Value::ComposedXor(_))
    }
}

impl Given {
    /// The argument as an operand of the value level, if all of it is known.
    fn operand(&self) -> Option<Operand> {
        let literal = |leaf: &Leaf| {
            Some(Operand::new(self.at, value_of(&Tuple::Leaf(leaf.clone(), self.span))?))
        };
        match &self.argument {
            Argument::Term(term) => operand_of(term, self.at),
            Argument::Integer(leaf) => literal(leaf),
            Argument::List(leaves) => {
                let integers: Option<Vec<Operand>> = leaves.iter().map(literal).collect();
                of_values(What::List, integers?, self.at)
            }
            Argument::Shape(tuple) | Argument::Size(tuple) | Argument::Order(tuple) => {
                Some(Operand::new(self.at, tuple.literal()?.into()))
            }
            Argument::Tuple(tuple) => {
                Some(Operand::new(self.at, tuple.literal_or_profile()?.into()))
            }
        }
    }

    /// The places of its modes, if errors of the operation name them.
    fn modes(&self) -> Option<&Places> {
        match self.parameter {
            Parameter::Tiler
            | Parameter::Shape
            | Parameter::List
            | Parameter::Profile
            | Parameter::Order => Some(&self.places),
            _ => None,
        }
    }
}

/// The token that makes the value level fail.
fn blame(error: &algebra::Error, arguments: &[Given]) -> Option<Span> {
    let [left, others @ ..] = arguments else { return None };
    let last = |parameter| others.iter().rfind(|written| written.parameter == parameter);
    let whole = match error.rule {
        Rule::Evenness { .. } => last(Parameter::Size),
        Rule::ModeRange { .. } | Rule::ReversedRange { .. } => last(Parameter::Integer),
        Rule::Profile => last(Parameter::Order),
        _ => None,
    };
    if let Some(written) = whole {
        return Some(written.span);
    }
    let of_left = matches!(error.rule, Rule::Complementability { .. } | Rule::Broadcast { .. })
        && last(Parameter::Order).is_some();
    let modes = if of_left { None } else { others.iter().find_map(Given::modes) };
    modes.unwrap_or(&left.places).blame(error)
}

/// A static integer, or the name of one.
fn known_integer(leaf: Leaf, span: Span) -> Result<Leaf> {
    match leaf {
        Leaf::Integer(0..) | Leaf::Code(..) | Leaf::Constant(..) => Ok(leaf),
        Leaf::Integer(_) => Err(Error::new(span, "expected a natural number")),
        _ => Err(Error::new(span, "expected an integer")),
    }
}

/// The order `(0,1,...)` of the modes of a shape.
fn colexicographic(shape: &Tuple) -> Tuple {
    let number = |(k, mode): (usize, &Tuple)| Tuple::Leaf(Leaf::Integer(k as i64), mode.span());
    match shape {
        Tuple::Leaf(..) => number((0, shape)),
        Tuple::Modes(modes, span) => {
            Tuple::Modes(modes.iter().enumerate().map(number).collect(), *span)
        }
    }
}

/// The message that operands are inadmissible, with the rule.
fn inadmissible(name: &str, known: &Known, operands: &[Operand], error: &algebra::Error) -> String {
    let values: Vec<String> = operands.iter().map(|operand| operand.value.to_string()).collect();
    let call = match known.operation {
        Operation::Composition => format!(" {}", values.join(" o ")),
        Operation::LogicalDivide => format!(" {}", values.join(" / ")),
        Operation::LogicalProduct => format!(" {}", values.join(" * ")),
        _ => format!("({})", values.join(", ")),
    };
    let rule = error.rule.name();
    let mode = error.mode.map_or(String::new(), |mode| format!(", mode {mode}"));
    let instead = match error.instead() {
        "" => String::new(),
        instead => format!("; {instead}"),
    };
    format!("inadmissible {name}{call}: {rule}{mode}: {}{instead}", error.rule)
}
