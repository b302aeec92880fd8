//! The values of expressions.

use alloc::vec::Vec;
use core::fmt;

use super::{Reason, Strides, symbols};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::Tiler;
use crate::linear_layout::{Encoding, LinearLayout};
#[cfg(feature = "morphism")]
use crate::morphism::NestedTupleMorphism;
#[cfg(feature = "export")]
use crate::notation::export::LayoutRef;
use crate::operation::slice::Slicer;
use crate::search::machine::Machine;
#[cfg(feature = "search")]
use crate::search::shared_layout::SharedAccess;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

mod convert;
mod from;
mod linear;

use self::convert::{depth, too_deep};
pub(super) use from::Inside;

/// The value of an expression. Its text can be parsed again, except that the profile `()` is parsed as a tuple, and that
/// answers by cases are not parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`
    Boolean(bool),
    /// An integer, or a tuple of integers
    Tuple(IntTuple),
    /// A tuple with `_`: an incomplete coordinate, or a tiler
    Incomplete(Slicer),
    /// A profile, with `*` for its leaves
    Profile(Profile),
    /// Strides that are not all integers
    Strides(Strides),
    /// A layout `S:D` with integer strides
    Layout(Layout),
    /// A layout into coordinates
    Coordinates(Layout<ArithmeticTuple>),
    /// A layout with XOR strides
    Xor(Layout<Xor>),
    /// A morphism of tuples
    #[cfg(feature = "morphism")]
    Morphism(NestedTupleMorphism),
    /// A swizzle
    Swizzle(Swizzle),
    /// A composed layout
    Composed(Composed),
    /// A composed layout whose inner layout has XOR strides
    ComposedXor(Composed<Xor>),
    /// A tiler by mode
    Tiler(Tiler),
    /// A tiler by mode with composed layouts in it
    Tilers(Vec<Value>),
    /// An access to a tile in shared memory
    #[cfg(feature = "search")]
    Access(SharedAccess),
    /// A machine that has a name
    Machine(&'static Machine),
    /// A linear layout, which operations take as a layout: [`LinearLayout::to_layout`]
    Linear(LinearLayout),
    /// An encoding, which is a linear layout of each shape
    Encoding(Encoding),
    /// A value with symbols
    Symbolic(Symbolic),
    /// A list of integers
    Integers(Vec<i64>),
    /// A list of values that are not all integers; if one of them is a list, all are lists of integers
    List(Vec<Value>),
}

impl Value {
    /// The layout, if the value is one of any kind.
    #[cfg(feature = "export")]
    pub fn as_layout(&self) -> Option<LayoutRef<'_>> {
        Some(match self {
            Value::Layout(layout) => layout.into(),
            Value::Coordinates(layout) => layout.into(),
            Value::Xor(layout) => layout.into(),
            Value::Composed(layout) => layout.into(),
            Value::ComposedXor(layout) => layout.into(),
            Value::Linear(layout) | Value::Encoding(Encoding::Linear(layout)) => layout.into(),
            _ => return None,
        })
    }

    /// The kind of the value, with an article.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Boolean(_) => "a truth value",
            Value::Tuple(tuple) if tuple.as_leaf().is_some() => "an integer",
            Value::Tuple(_) => "a tuple",
            Value::Incomplete(_) => "a tuple with `_`",
            Value::Profile(_) => "a profile",
            Value::Strides(_) => "a tuple of strides",
            Value::Layout(_) => "a layout",
            Value::Coordinates(_) => "a layout into coordinates",
            Value::Xor(_) => "a layout with XOR strides",
            #[cfg(feature = "morphism")]
            Value::Morphism(_) => "a morphism",
            Value::Swizzle(_) => "a swizzle",
            Value::Composed(_) | Value::ComposedXor(_) => "a composed layout",
            Value::Tiler(_) => "a tiler",
            Value::Tilers(_) => "a tiler with composed layouts",
            #[cfg(feature = "search")]
            Value::Access(_) => "an access to shared memory",
            Value::Machine(_) => "a machine",
            Value::Linear(_) => "a linear layout",
            Value::Encoding(_) => "an encoding, which takes a shape: write `blocked(..)(64,64)`",
            Value::Symbolic(symbolic) => symbolic.kind(),
            Value::Integers(_) | Value::List(_) => "a list",
        }
    }

    /// The number of leaves and brackets of the value. A list of integers counts as one, since it cannot become a
    /// tuple.
    pub(super) fn length(&self) -> usize {
        match self {
            Value::Boolean(_) | Value::Integers(_) | Value::Swizzle(_) | Value::Machine(_) => 1,
            // At most 62 bases of at most 32 coordinates.
            Value::Linear(_) => 64,
            Value::Encoding(encoding) => 64 * encoding.depth(),
            Value::Composed(composed) => {
                composed.inner().profile().tokens().len() + composed.outer().length() as usize
            }
            Value::ComposedXor(composed) => {
                composed.inner().profile().tokens().len() + composed.outer().length() as usize
            }
            Value::Tuple(tuple) => tuple.profile().tokens().len(),
            Value::Incomplete(slicer) => slicer.profile().tokens().len(),
            Value::Profile(profile) => profile.tokens().len(),
            Value::Strides(strides) => strides.profile().tokens().len(),
            Value::Layout(layout) => layout.profile().tokens().len(),
            Value::Coordinates(layout) => layout.profile().tokens().len(),
            Value::Xor(layout) => layout.profile().tokens().len(),
            #[cfg(feature = "morphism")]
            Value::Morphism(f) => {
                f.domain_profile().tokens().len() + f.codomain_profile().tokens().len()
            }
            Value::Tiler(tiler) => length(tiler),
            #[cfg(feature = "search")]
            Value::Access(access) => access.length(),
            Value::Tilers(modes) => 2 + modes.iter().map(Value::length).sum::<usize>(),
            Value::Symbolic(symbolic) => symbolic.length(),
            Value::List(list) => list.iter().map(Value::length).sum(),
        }
    }

    /// The tuple of these values: integers, integers and `_`, profiles, or tilers. The error has the position of a
    /// value that does not fit with the others.
    pub(crate) fn tuple(parts: &[&Value]) -> Result<Value, (usize, Reason)> {
        let is_tuple = |part: &&Value| matches!(part, Value::Tuple(_));
        let is_incomplete = |part: &&Value| matches!(part, Value::Tuple(_) | Value::Incomplete(_));
        fn all<T>(
            parts: &[&Value],
            read: impl Fn(&Value) -> Result<T, Reason>,
        ) -> Result<Vec<T>, (usize, Reason)> {
            let parts = parts.iter().enumerate();
            parts.map(|(at, part)| read(part).map_err(|reason| (at, reason))).collect()
        }
        if parts.iter().all(is_tuple) {
            return Ok(Value::Tuple(IntTuple::tuple(all(parts, Value::to_tuple)?)));
        }
        let is_stride = |part: &&Value| matches!(part, Value::Tuple(_) | Value::Strides(_));
        if parts.iter().all(is_stride) {
            return Ok(Value::Strides(Strides::tuple(all(parts, Value::to_strides)?)));
        }
        if parts.iter().all(is_incomplete) {
            let parts = all(parts, Value::to_slicer)?;
            let profile = Profile::tuple(parts.iter().map(|part| part.profile().clone()));
            let leaves = parts.iter().flat_map(|part| part.leaves().iter().copied());
            let slicer = Slicer::new(leaves, profile).map_err(|error| (0, error.into()))?;
            return Ok(Value::Incomplete(slicer));
        }
        if parts.iter().any(|part| matches!(part, Value::Symbolic(_)))
            && let Some(tuple) = symbols::tuple(parts)
        {
            return Ok(Symbolic::tuple(tuple));
        }
        if parts.iter().any(|part| matches!(part, Value::Profile(_))) {
            let profiles = all(parts, Value::to_own_profile);
            return Ok(Value::Profile(Profile::tuple(profiles?)));
        }
        Value::modes(parts)
    }

    /// The tiler `<parts>`.
    pub(super) fn modes(parts: &[&Value]) -> Result<Value, (usize, Reason)> {
        if parts.iter().any(|part| matches!(part, Value::Symbolic(_))) {
            let tiler = symbols::tiler(parts)?;
            return Ok(Value::Symbolic(Symbolic(Kind::Tiler(tiler))));
        }
        let mut modes = Vec::with_capacity(parts.len());
        let mut composed = false;
        for (at, part) in parts.iter().enumerate() {
            let nesting = match (part, part.to_tiler()) {
                (_, Ok(tiler)) => {
                    let nesting = depth(&tiler);
                    modes.push(tiler);
                    nesting
                }
                (Value::Composed(_) | Value::ComposedXor(_) | Value::Tilers(_), Err(_)) => {
                    composed = true;
                    part.nesting()
                }
                (_, Err(reason)) => return Err((at, reason)),
            };
            if nesting == Tiler::MAX_DEPTH {
                return Err((at, too_deep().into()));
            }
        }
        Ok(match composed {
            true => Value::Tilers(parts.iter().map(|&part| part.clone()).collect()),
            false => Value::Tiler(Tiler::Modes(modes)),
        })
    }

    /// The nesting depth of a tiler, at most [`Tiler::MAX_DEPTH`].
    fn nesting(&self) -> usize {
        match self {
            Value::Tilers(modes) => 1 + modes.iter().map(Value::nesting).max().unwrap_or(0),
            other => other.to_tiler().map_or(0, |tiler| depth(&tiler)),
        }
    }

    /// The list of these values.
    pub(super) fn list(parts: Vec<Value>) -> Result<Value, (usize, Reason)> {
        let is_list = |part: &Value| matches!(part, Value::Integers(_) | Value::List(_));
        let of_integers = |part: &Value| matches!(part, Value::Integers(_));
        if parts.iter().all(of_integers) && !parts.is_empty() {
            return Ok(Value::List(parts));
        }
        if let Some(at) = parts.iter().position(is_list) {
            return Err((at, parts[at].no("an item that is no list")));
        }
        let integers: Result<Vec<i64>, Reason> = parts.iter().map(Value::to_integer).collect();
        Ok(integers.map_or(Value::List(parts), Value::Integers))
    }
}

fn length(tiler: &Tiler) -> usize {
    match tiler {
        Tiler::Layout(layout) => layout.profile().tokens().len(),
        Tiler::Coordinates(layout) => layout.profile().tokens().len(),
        Tiler::Xor(layout) => layout.profile().tokens().len(),
        Tiler::Keep => 1,
        Tiler::Modes(modes) => 2 + modes.iter().map(length).sum::<usize>(),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, list: &[T]) -> fmt::Result {
            f.write_str("[")?;
            for (at, value) in list.iter().enumerate() {
                f.write_str(if at > 0 { ", " } else { "" })?;
                value.fmt(f)?;
            }
            f.write_str("]")
        }
        match self {
            Value::Boolean(value) => value.fmt(f),
            Value::Tuple(tuple) => tuple.fmt(f),
            Value::Incomplete(slicer) => slicer.fmt(f),
            Value::Profile(profile) => profile.fmt(f),
            Value::Strides(strides) => strides.fmt(f),
            Value::Layout(layout) => layout.fmt(f),
            Value::Coordinates(layout) => layout.fmt(f),
            Value::Xor(layout) => layout.fmt(f),
            #[cfg(feature = "morphism")]
            Value::Morphism(morphism) => morphism.fmt(f),
            Value::Swizzle(swizzle) => swizzle.fmt(f),
            Value::Composed(composed) => composed.fmt(f),
            Value::ComposedXor(composed) => composed.fmt(f),
            Value::Tiler(tiler) => tiler.fmt(f),
            Value::Tilers(modes) => {
                f.write_str("<")?;
                for (at, mode) in modes.iter().enumerate() {
                    f.write_str(if at > 0 { "," } else { "" })?;
                    mode.fmt(f)?;
                }
                f.write_str(">")
            }
            #[cfg(feature = "search")]
            Value::Access(access) => access.fmt(f),
            Value::Machine(machine) => f.write_str(machine.name),
            Value::Linear(layout) => layout.fmt(f),
            Value::Encoding(encoding) => encoding.fmt(f),
            Value::Symbolic(symbolic) => symbolic.fmt(f),
            Value::Integers(integers) => list(f, integers),
            Value::List(values) => list(f, values),
        }
    }
}
