//! The operations by name: their calls, their meaning and the code that computes them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::operand::Blame;
use super::{MAX_LENGTH, MAX_LIST, Reason, Value, similar};
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::tuple::int_tuple::IntTuple;
use crate::{MACHINES, identity, offsets};
#[cfg(feature = "draw")]
pub(crate) use banks::bank_access;

/// An operation of the algebra, as expressions call it.
#[derive(Debug)]
pub struct NamedOperation {
    /// The name.
    pub name: &'static str,
    /// The names of the parameters. A name in square brackets is optional, and `[vector=1]` is 1 if it is left out; a
    /// name that ends in `...` may be repeated.
    pub parameters: &'static [&'static str],
    /// The result, described in one line.
    pub meaning: &'static str,
    pub(super) compute: fn(&Arguments<'_>) -> Result<Value, Blame>,
}

/// A section of related operations with a title.
#[derive(Debug)]
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The operations.
    pub operations: &'static [NamedOperation],
}

impl NamedOperation {
    /// The operation with this name.
    pub fn named(name: &str) -> Option<&'static NamedOperation> {
        let mut all = OPERATIONS.iter().flat_map(|section| section.operations);
        all.find(|operation| operation.name == name)
    }

    /// The name of an operation that is close to `name`.
    pub fn similar(name: &str) -> Option<&'static str> {
        let all = OPERATIONS.iter().flat_map(|section| section.operations);
        similar(name, all.map(|operation| operation.name))
    }

    /// The reason for a name that nothing has.
    pub(super) fn unknown(name: &str) -> Reason {
        let machine = || similar(name, MACHINES.iter().map(|machine| machine.name));
        Reason::Unknown {
            name: name.into(),
            similar: NamedOperation::similar(name).or_else(machine),
        }
    }

    /// The call of the operation, with its parameters.
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }

    /// Checks that the operation takes this number of arguments.
    ///
    /// # Errors
    /// [`Reason::Arguments`]
    pub fn check(&self, given: usize) -> Result<(), Reason> {
        if self.takes(given) {
            return Ok(());
        }
        Err(Reason::Arguments { usage: self.usage(), given })
    }

    /// Returns whether the operation takes this number of arguments.
    fn takes(&self, count: usize) -> bool {
        let optional = self.parameters.iter().filter(|name| name.starts_with('[')).count();
        let repeated = self.parameters.last().is_some_and(|name| name.ends_with("..."));
        let least = self.parameters.len() - optional;
        least <= count && (repeated || count <= self.parameters.len())
    }

    /// Returns whether the parameter accepts functions of offsets, which have no shape, unchanged.
    pub(super) fn of_functions(&self, at: usize) -> bool {
        self.parameters.get(at).is_some_and(|name| matches!(*name, "F" | "T"))
    }

    /// Returns whether the parameter accepts linear layouts and encodings unchanged.
    pub(super) fn of_encodings(&self, at: usize) -> bool {
        self.parameters.get(at).is_some_and(|name| matches!(*name, "E" | "parent"))
    }
}

/// All operations. In parameters, `L`, `A` and `B` are layouts, `F` are functions of offsets (layouts or swizzles), `T`
/// are tilers, `S` are shapes, `C` are coordinates, `P` are profiles, `E` are linear layouts, `X` and `Y` are layouts, tuples or profiles, `f`
/// and `g` are morphisms, and `N` and other lower-case names are integers.
pub static OPERATIONS: &[Section] = &[
    tuple::SECTION,
    layout::SECTION,
    rearranging::SECTION,
    banks::SECTION,
    question::SECTION,
    linear_layout::SECTION,
    search::SECTION,
    #[cfg(feature = "distribution")]
    devices::SECTION,
    composition::SECTION,
    divide::SECTION,
    product::SECTION,
    morphism::SECTION,
];

/// A section: a title and rows `name("parameter", ..) "meaning" = function;`.
macro_rules! section {
    ($title:literal { $($rows:tt)* }) => { section!(@rows $title, all(), "" { $($rows)* }); };
    ($title:literal of $feature:literal { $($rows:tt)* }) => {
        section!(@rows $title, feature = $feature, $feature { $($rows)* });
    };
    (@rows $title:literal, $there:meta, $feature:literal {
        $($name:ident($($parameter:literal),*) $meaning:literal = $compute:expr;)*
    }) => {
        pub(super) const SECTION: Section = Section {
            title: $title,
            operations: &[$(super::NamedOperation {
                name: stringify!($name),
                parameters: &[$($parameter),*],
                meaning: $meaning,
                #[cfg($there)]
                compute: |arguments| {
                    let compute: fn(&Arguments<'_>) -> Result<Value, Blame> = $compute;
                    compute(arguments)
                },
                #[cfg(not($there))]
                compute: |_| Err(crate::expression::Reason::Feature($feature).into()),
            }),*],
        };
    };
}

/// Applies `f` to the layout, tuple or profile at position 0; for a composed layout, to its inner layout.
macro_rules! of_nested {
    ($arguments:expr, |$x:ident| $result:expr) => {
        match $arguments.value(0) {
            Value::Composed(composed) => {
                let $x = composed.inner();
                Ok($result.inside(composed))
            }
            Value::ComposedXor(composed) => {
                let $x = composed.inner();
                Ok($result.inside(composed))
            }
            Value::Layout($x) => Ok(Value::from($result)),
            Value::Coordinates($x) => Ok(Value::from($result)),
            Value::Xor($x) => Ok(Value::from($result)),
            Value::Tuple($x) => Ok(Value::from($result)),
            Value::Profile($x) => Ok(Value::from($result)),
            _ => Err($arguments.no(0, "a layout, tuple or profile")),
        }
    };
}

/// Applies `f` to the layout at position 0, with strides of any kind. A composed layout must equal a plain one.
macro_rules! of_layout {
    ($arguments:expr, |$x:ident| $result:expr) => {
        match &*$arguments.plain(0) {
            Value::Coordinates($x) => Ok(Value::from($result)),
            Value::Xor($x) => Ok(Value::from($result)),
            _ => {
                let $x = &$arguments.layout(0)?;
                Ok(Value::from($result))
            }
        }
    };
}

/// Applies `f`, an operation on the domain, to the layout at position 0; for a composed layout, to its inner layout.
macro_rules! of_domain {
    ($arguments:expr, |$x:ident| $result:expr) => {
        match $arguments.value(0) {
            Value::Composed(composed) => {
                let $x = composed.inner();
                Ok($result.inside(composed))
            }
            Value::ComposedXor(composed) => {
                let $x = composed.inner();
                Ok($result.inside(composed))
            }
            Value::Coordinates($x) => Ok(Value::from($result)),
            Value::Xor($x) => Ok(Value::from($result)),
            _ => {
                let $x = &$arguments.layout(0)?;
                Ok(Value::from($result))
            }
        }
    };
}

/// The result. If the inner layout of the composed layout at position 0 has none, the result is the function of `f`
/// applied to the integral coordinates of this shape.
macro_rules! or_of_coordinates {
    ($result:expr, $arguments:expr, $shape:expr, |$x:ident| $of_coordinates:expr) => {
        $result.or_else(|refused: Blame| {
            let shape = if refused.is_open() { $shape } else { None };
            let (Some(function), Some(shape)) = ($arguments.function(), shape) else {
                return Err(refused);
            };
            let integers = || -> Result<Value, Blame> {
                let $x = &crate::expression::operation::coordinates_of(&shape)?;
                Ok(crate::Composed::of(function.clone(), $of_coordinates).into())
            };
            let bits = || -> Result<Value, Blame> {
                let $x = &crate::Layout::<crate::Xor>::of_integers(
                    &crate::expression::operation::coordinates_of(&shape)?,
                )?;
                Ok(crate::Composed::of(function.clone(), $of_coordinates).into())
            };
            integers().or_else(|_| bits()).map_err(|_| refused)
        })
    };
}

/// Applies `f` to layouts that are concatenated; composed layouts are put under their common function.
macro_rules! of_parts {
    ($layouts:expr, |$x:ident| $result:expr) => {
        match $layouts {
            Layouts::Integers($x) => Ok(Value::from($result)),
            Layouts::Coordinates($x) => Ok(Value::from($result)),
            Layouts::Xor($x) => Ok(Value::from($result)),
            Layouts::Composed(composed, $x) => Ok($result.inside(&composed)),
            Layouts::ComposedXor(composed, $x) => Ok($result.inside(&composed)),
        }
    };
}

/// Applies `f` to two layouts, two tuples or two profiles. If one operand is a layout, a tuple is one too.
macro_rules! of_pair {
    ($arguments:expr, $f:path) => {
        match ($arguments.value(0), $arguments.value(1)) {
            (Value::Tuple(x), Value::Tuple(y)) => Ok(Value::from($f(x, y)?)),
            (Value::Profile(x), Value::Profile(y)) => Ok(Value::from($f(x, y)?)),
            _ => of_parts!($arguments.side_by_side()?, |x| $f(&x[0], &x[1])?),
        }
    };
}

/// A slice of a layout by a coordinate, in this order or in the order of CuTe, and the slice of a composed layout.
macro_rules! sliced {
    ($arguments:expr, $f:path, |$composed:ident, $slicer:ident| $of_composed:expr) => {{
        let is_layout = |at| {
            matches!(
                $arguments.value(at),
                Value::Layout(_)
                    | Value::Coordinates(_)
                    | Value::Xor(_)
                    | Value::Composed(_)
                    | Value::ComposedXor(_)
            )
        };
        let (layout, coordinate) = if is_layout(1) { (1, 0) } else { (0, 1) };
        let $slicer = &$arguments.slicer(coordinate)?;
        match $arguments.value(layout) {
            Value::Composed($composed) => Ok($of_composed.into()),
            Value::ComposedXor($composed) => Ok($of_composed.into()),
            Value::Coordinates(layout) => Ok($f(layout, $slicer)?.into()),
            Value::Xor(layout) => Ok($f(layout, $slicer)?.into()),
            _ => Ok($f(&$arguments.layout(layout)?, $slicer)?.into()),
        }
    }};
}

// These modules use the macros above.
pub(super) mod banks;
mod by_mode;
mod composition;
#[cfg(feature = "search")]
pub(super) mod copy;
#[cfg(feature = "distribution")]
pub(super) mod devices;
mod divide;
mod inverse;
mod layout;
mod linear_layout;
mod morphism;
mod product;
pub(super) mod question;
mod rearranging;
mod search;
#[cfg(feature = "search")]
pub(super) mod shared;
mod tiles;
mod tuple;

#[cfg(feature = "explain")]
pub(super) use banks::twice;
pub(super) use composition::{any_offset, outer};
#[cfg(feature = "morphism")]
pub(super) use morphism::{between, of_morphisms, realized};

/// The integral coordinates of a shape as a layout that continues as they do, even if the size is 1.
fn coordinates_of(shape: &IntTuple) -> Result<Layout, Error> {
    if shape.as_leaf() == Some(1) { Layout::leaf(1, 1) } else { identity(shape) }
}

/// The offsets of a layout of any kind; `operation` is named in errors.
pub(super) fn listed(
    of: &Arguments<'_>,
    at: usize,
    operation: crate::Operation,
) -> Result<Vec<i64>, Blame> {
    all_offsets(of.value(at), operation).map_err(Blame::operand(at))
}

fn all_offsets(value: &Value, operation: crate::Operation) -> Result<Vec<i64>, Reason> {
    within_list(value, operation)?;
    let offsets = match value {
        Value::Xor(layout) => offsets(layout),
        Value::Composed(composed) => composed.offsets(),
        Value::ComposedXor(composed) => composed.offsets(),
        other => offsets(&other.to_layout()?),
    };
    Ok(offsets.map_err(|error| error.during(operation))?)
}

/// Checks that a list can hold the offsets of the layout; fewer are allowed if there are many functions.
fn within_list(value: &Value, operation: crate::Operation) -> Result<(), Reason> {
    // The number of leaves to evaluate for each offset.
    let leaves = match value {
        Value::Composed(composed) => composed.outer().length(),
        Value::ComposedXor(composed) => composed.outer().length(),
        Value::Coordinates(layout) => layout.flat_modes().len() as i64,
        _ => 1,
    };
    let limit = MAX_LIST as i64 / (leaves / 8).max(1);
    let size = value.to_shape().and_then(|shape| Ok(shape.size()?)).unwrap_or(0);
    if size > limit {
        return Err(Error::new(operation, Rule::ListLength { size, limit }).into());
    }
    Ok(())
}

/// Checks the total length of `count` values, each of which is at most as long as `value`.
fn within_length(count: i64, value: &Value) -> Result<(), Blame> {
    let length = i128::from(count) * value.length() as i128;
    // The limit is larger than that of operands, since lists are not combined.
    let limit = 4 * MAX_LENGTH;
    if length <= limit as i128 { Ok(()) } else { Err(Reason::Length(limit).into()) }
}
