//! Operations on literals, by the value level.

use tilework_algebra::expression::{self, Failure, Names, Reason, Value};
use tilework_algebra::{self as algebra, Operation, Tiler};

use super::{Argument, Term, literal};
use crate::notation::{Leaf, Tuple};

/// The result of an operation on literals and how the operation is written.
pub type Applied = (core::result::Result<Value, algebra::Error>, String);

/// The operation on a literal shape, or `None` where something is not known yet.
pub fn apply_to_shape(operation: Operation, shape: &Tuple, argument: &Argument) -> Option<Applied> {
    let shape = literal(shape)?;
    match argument {
        Argument::Order(order) => {
            by_expression(format!("{operation}({shape}, {})", literal(order)?))
        }
        _ => by_expression(format!("{operation}({shape})")),
    }
}

/// The operation on literals, or `None` where the argument is not known yet.
pub fn apply(operation: Operation, a: &Value, argument: &Argument) -> Option<Applied> {
    if let Argument::Layouts(others) = argument {
        let others: Option<String> =
            others.iter().map(|other| Some(format!(", {}", written(other)?))).collect();
        return by_expression(format!("{operation}({a}{})", others?));
    }
    let a = match a {
        Value::Layout(a) if !has_other_strides(argument) => a,
        a => return apply_by_expression(operation, a, argument),
    };
    match argument {
        Argument::None => by_expression(format!("{operation}({a})")),
        Argument::Layout(Term::Known(b)) => by_expression(format!("{operation}({a}, {b})")),
        Argument::Layout(_) => None,
        Argument::Integers(leaves) => {
            by_expression(format!("{operation}({a}, {})", integers(leaves)?))
        }
        Argument::List(leaves) => {
            by_expression(format!("{operation}({a}, [{}])", integers(leaves)?))
        }
        Argument::Profile(profile) => {
            by_expression(format!("{}({a}, {})", written_name(operation), literal(profile)?))
        }
        Argument::Filled(shape, order) => {
            by_expression(format!("{operation}({a}, {}, {})", literal(shape)?, literal(order)?))
        }
        Argument::Tiles(first, second) | Argument::Offsets(first, second) => {
            by_expression(format!("{operation}({a}, {}, {})", literal(first)?, written(second)?))
        }
        // Of a shape, and of several layouts.
        Argument::Order(_) | Argument::Layouts(_) => None,
        Argument::Size(Tuple::Leaf(Leaf::Integer(size, _))) => {
            let result = match operation {
                Operation::Complement => algebra::complement(a, *size),
                _ => algebra::complement_ceil(a, *size),
            };
            Some((result.map(Value::Layout), format!("{operation}({a}, {size})")))
        }
        Argument::Size(size) => by_expression(format!("{operation}({a}, {})", literal(size)?)),
        Argument::Tiler(tiler) => {
            let b = &known_tiler(tiler)?;
            let result = match operation {
                Operation::LogicalProduct => algebra::logical_product(a, b),
                Operation::ZippedProduct => algebra::zipped_product(a, b),
                Operation::TiledProduct => algebra::tiled_product(a, b),
                Operation::FlatProduct => algebra::flat_product(a, b),
                Operation::TiledDivide => algebra::tiled_divide(a, b),
                Operation::TiledDivideCeil => algebra::tiled_divide_ceil(a, b),
                Operation::FlatDivide => algebra::flat_divide(a, b),
                Operation::FlatDivideCeil => algebra::flat_divide_ceil(a, b),
                Operation::Composition => algebra::composition(a, b),
                Operation::LogicalDivide => algebra::logical_divide(a, b),
                Operation::LogicalDivideCeil => algebra::logical_divide_ceil(a, b),
                Operation::ZippedDivide => algebra::zipped_divide(a, b),
                _ => algebra::zipped_divide_ceil(a, b),
            };
            let text = match operation {
                Operation::Composition => format!("{operation} {a} o {b}"),
                Operation::LogicalDivide => format!("{operation} {a} / {b}"),
                Operation::LogicalProduct => format!("{operation} {a} * {b}"),
                _ => format!("{operation}({a}, {b})"),
            };
            Some((result.map(Value::Layout), text))
        }
    }
}

/// The operation where strides are no integers.
fn apply_by_expression(operation: Operation, a: &Value, argument: &Argument) -> Option<Applied> {
    by_expression(match argument {
        Argument::None => format!("{operation}({a})"),
        Argument::Integers(leaves) => format!("{operation}({a}, {})", integers(leaves)?),
        Argument::List(leaves) => format!("{operation}({a}, [{}])", integers(leaves)?),
        Argument::Profile(profile) => {
            format!("{}({a}, {})", written_name(operation), literal(profile)?)
        }
        Argument::Size(size) => format!("{operation}({a}, {})", literal(size)?),
        Argument::Filled(shape, order) => {
            format!("{operation}({a}, {}, {})", literal(shape)?, literal(order)?)
        }
        Argument::Tiles(first, second) | Argument::Offsets(first, second) => {
            format!("{operation}({a}, {}, {})", literal(first)?, written(second)?)
        }
        // Of a shape, and of several layouts.
        Argument::Order(_) | Argument::Layouts(_) => return None,
        Argument::Tiler(term) | Argument::Layout(term) => {
            format!("{operation}({a}, {})", written(term)?)
        }
    })
}

/// The name of an operation in expressions.
fn written_name(operation: Operation) -> &'static str {
    match operation {
        Operation::CoalesceProfile => Operation::Coalesce.name(),
        _ => operation.name(),
    }
}

/// A known tiler as it is written.
fn written(term: &Term) -> Option<String> {
    match term {
        Term::Known(value) => Some(value.to_string()),
        Term::Modes(modes) => {
            let modes: Option<Vec<String>> = modes.iter().map(written).collect();
            Some(format!("<{}>", modes?.join(",")))
        }
        Term::Keep => Some("_".to_string()),
        _ => None,
    }
}

/// The value of an expression of the value level, and how it is written.
pub fn by_expression(text: String) -> Option<Applied> {
    match expression::evaluate(&text, &mut Names::new()) {
        Ok(value) => Some((Ok(value), text)),
        Err(Failure { reason: Reason::Algebra(error), .. }) => Some((Err(error), text)),
        _ => None,
    }
}

/// Literal integers in a row.
fn integers(leaves: &[Leaf]) -> Option<String> {
    let literal = |leaf: &Leaf| match leaf {
        Leaf::Integer(value, _) => Some(value.to_string()),
        _ => None,
    };
    Some(leaves.iter().map(literal).collect::<Option<Vec<_>>>()?.join(", "))
}

fn known_tiler(term: &Term) -> Option<Tiler> {
    match term {
        Term::Known(value) => match &**value {
            Value::Layout(layout) => Some(Tiler::Layout(layout.clone())),
            _ => None,
        },
        Term::Modes(modes) => {
            modes.iter().map(known_tiler).collect::<Option<_>>().map(Tiler::Modes)
        }
        Term::Keep => Some(Tiler::Keep),
        _ => None,
    }
}

/// Whether strides that are no integers are in the argument.
fn has_other_strides(argument: &Argument) -> bool {
    fn has(term: &Term) -> bool {
        match term {
            Term::Known(value) => !matches!(**value, Value::Layout(_)),
            Term::Modes(modes) => modes.iter().any(has),
            _ => false,
        }
    }
    matches!(
        argument,
        Argument::Tiler(term)
            | Argument::Layout(term)
            | Argument::Tiles(_, term)
            | Argument::Offsets(_, term) if has(term)
    )
}

pub fn inadmissible(text: &str, error: &algebra::Error) -> String {
    let rule = error.rule.name();
    match error.mode {
        Some(mode) => format!("inadmissible {text}: {rule}, mode {mode}: {}", error.rule),
        None => format!("inadmissible {text}: {rule}: {}", error.rule),
    }
}
