//! The values of expressions.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{Reason, Strides, symbols};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::Tiler;
use crate::linear_layout::{Encoding, LinearLayout};
use crate::mode::Mode;
#[cfg(feature = "morphism")]
use crate::morphism::NestedTupleMorphism;
#[cfg(feature = "export")]
use crate::notation::export::LayoutRef;
use crate::operation::compact::identity;
use crate::operation::composition::composition;
use crate::operation::slice::Slicer;
use crate::search::machine::Machine;
#[cfg(feature = "search")]
use crate::search::shared_layout::SharedAccess;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{Profile, Token};

mod from;
mod linear;

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

    pub(super) fn no(&self, wanted: &'static str) -> Reason {
        Reason::Kind { wanted, given: self.kind() }
    }

    /// The reason why the value is not of the kind `wanted`. For a composed layout, the reason why it is not a layout.
    fn no_layout(&self, wanted: &'static str) -> Reason {
        let found = match self {
            Value::Composed(composed) => composed.to_layout(),
            Value::ComposedXor(composed) => composed.to_layout(),
            _ => return self.no(wanted),
        };
        found.err().map_or(self.no(wanted), |error| Reason::Composed { wanted, error })
    }

    /// The layout; for a tuple, the compact column-major layout.
    pub(crate) fn to_layout(&self) -> Result<Layout, Reason> {
        match self {
            Value::Layout(layout) => Ok(layout.clone()),
            Value::Tuple(shape) => {
                Ok(identity(shape).map_err(|error| error.during(Operation::Layout))?)
            }
            Value::Coordinates(_) | Value::Xor(_) => Err(self.no("a layout with integer strides")),
            other => match other.plain() {
                Some(plain) => plain.to_layout(),
                None => Err(other.no_layout("a layout")),
            },
        }
    }

    /// The layout of a swizzle, for operations that need a shape. It is as large as the part that the swizzle moves.
    /// Swizzles in a list are converted too.
    pub(crate) fn shaped(&self) -> Option<Value> {
        match self {
            Value::Swizzle(swizzle) => Some(swizzle.to_layout().into()),
            Value::List(parts) if parts.iter().any(|part| part.shaped().is_some()) => {
                let shaped = parts.iter().map(|part| part.shaped().unwrap_or_else(|| part.clone()));
                Some(Value::List(shaped.collect()))
            }
            _ => None,
        }
    }

    /// The layout with the function of a composed layout, if one is found, with integer strides or else with XOR
    /// strides.
    pub(crate) fn plain(&self) -> Option<Value> {
        match self {
            Value::Composed(composed) => match composed.outer() {
                Outer::Layout(outer) if composed.added() == 0 => {
                    let plain = composition(outer, composed.inner()).map(Value::Layout);
                    plain.or_else(|_| composed.to_layout().map(Value::from)).ok()
                }
                _ => composed.to_layout().map(Value::from).ok(),
            },
            Value::ComposedXor(composed) => composed.to_layout().map(Value::from).ok(),
            other => other.unlinear().and_then(Result::ok),
        }
    }

    /// The layout into coordinates; an integer layout that is 0 everywhere counts as one.
    pub(crate) fn to_coordinates(&self) -> Result<Layout<ArithmeticTuple>, Reason> {
        match self {
            Value::Coordinates(layout) => Ok(layout.clone()),
            other => other.zero(),
        }
    }

    /// The layout with XOR strides; an integer layout that is 0 everywhere counts as one.
    pub(crate) fn to_xor(&self) -> Result<Layout<Xor>, Reason> {
        match self {
            Value::Xor(layout) => Ok(layout.clone()),
            other => match other.plain() {
                Some(plain) => plain.to_xor(),
                None => other.zero(),
            },
        }
    }

    /// The layout that is 0 everywhere, if the integer layout is 0 everywhere.
    fn zero<D: Stride>(&self) -> Result<Layout<D>, Reason> {
        let layout = match self {
            Value::Coordinates(_) | Value::Xor(_) => {
                return Err(Error::new(Operation::Layout, Rule::Codomain).into());
            }
            other => other.to_layout()?,
        };
        if let Some(at) = layout.flat_modes().iter().position(|mode| mode.stride != 0) {
            return Err(Error::new(Operation::Layout, Rule::Codomain).at(at).into());
        }
        let modes =
            layout.flat_modes().iter().map(|mode| Mode { shape: mode.shape, stride: D::zero() });
        Ok(Layout::of_modes(modes, layout.profile().clone())?)
    }

    pub(crate) fn to_tuple(&self) -> Result<IntTuple, Reason> {
        match self {
            Value::Tuple(tuple) => Ok(tuple.clone()),
            other => Err(other.no("a tuple of integers")),
        }
    }

    /// The strides, of any kind.
    pub(super) fn to_strides(&self) -> Result<Strides, Reason> {
        match self {
            Value::Strides(strides) => Ok(strides.clone()),
            Value::Tuple(tuple) => Ok(tuple.into()),
            other => Err(other.no("a tuple of strides")),
        }
    }

    /// The tuple, or the shape of a layout.
    pub(crate) fn to_shape(&self) -> Result<IntTuple, Reason> {
        match self {
            Value::Layout(layout) => Ok(layout.shape()),
            Value::Coordinates(layout) => Ok(layout.shape()),
            Value::Xor(layout) => Ok(layout.shape()),
            Value::Composed(composed) => Ok(composed.inner().shape()),
            Value::ComposedXor(composed) => Ok(composed.inner().shape()),
            other => match other.unlinear() {
                Some(layout) => layout?.to_shape(),
                None => other.to_tuple(),
            },
        }
    }

    pub(crate) fn to_integer(&self) -> Result<i64, Reason> {
        match self {
            Value::Tuple(tuple) if tuple.as_leaf().is_some() => Ok(tuple.leaves()[0]),
            other => Err(other.no("an integer")),
        }
    }

    /// The integer between two compositions, possibly in parentheses.
    pub(crate) fn as_offset(&self) -> Option<i64> {
        let Value::Tuple(tuple) = self else { return None };
        match *tuple.leaves() {
            [n] => Some(n),
            _ => None,
        }
    }

    /// The profile, or the profile of a tuple.
    pub(crate) fn to_profile(&self) -> Result<Profile, Reason> {
        match self {
            Value::Profile(profile) => Ok(profile.clone()),
            Value::Tuple(tuple) => Ok(tuple.profile().clone()),
            other => Err(other.no("a profile")),
        }
    }

    /// The profile, but not the profile of another value.
    pub(crate) fn to_own_profile(&self) -> Result<Profile, Reason> {
        match self {
            Value::Profile(profile) => Ok(profile.clone()),
            // `()` is its own profile.
            Value::Tuple(tuple) if tuple.leaves().is_empty() => Ok(tuple.profile().clone()),
            other => Err(other.no("a profile")),
        }
    }

    pub(crate) fn to_swizzle(&self) -> Result<Swizzle, Reason> {
        match self {
            Value::Swizzle(swizzle) => Ok(*swizzle),
            other => Err(other.no("a swizzle")),
        }
    }

    pub(crate) fn to_composed(&self) -> Result<Composed, Reason> {
        match self {
            Value::Composed(composed) => Ok(composed.clone()),
            other => Err(other.no("a composed layout")),
        }
    }

    pub(crate) fn to_composed_xor(&self) -> Result<Composed<Xor>, Reason> {
        match self {
            Value::ComposedXor(composed) => Ok(composed.clone()),
            other => Err(other.no("a composed layout with XOR strides")),
        }
    }

    pub(crate) fn to_slicer(&self) -> Result<Slicer, Reason> {
        match self {
            Value::Incomplete(slicer) => Ok(slicer.clone()),
            Value::Tuple(tuple) => Ok(complete(tuple)?),
            other => Err(other.no("a coordinate")),
        }
    }

    /// The tiler: a layout, or `n:1` for each integer of a tuple.
    pub(crate) fn to_tiler(&self) -> Result<Tiler, Reason> {
        match self {
            Value::Layout(layout) => Ok(Tiler::Layout(layout.clone())),
            Value::Coordinates(layout) => Ok(Tiler::Coordinates(layout.clone())),
            Value::Xor(layout) => Ok(Tiler::Xor(layout.clone())),
            Value::Swizzle(swizzle) => Value::from(swizzle.to_layout()).to_tiler(),
            Value::Tiler(tiler) => Ok(tiler.clone()),
            Value::Tuple(tuple) => Ok(tiler(&complete(tuple)?)?),
            Value::Incomplete(slicer) => Ok(tiler(slicer)?),
            other => match other.plain() {
                Some(plain) => plain.to_tiler(),
                None => Err(other.no_layout("a tiler")),
            },
        }
    }

    /// The integers of a list, or of a flat tuple.
    pub(crate) fn to_integers(&self) -> Result<Vec<i64>, Reason> {
        match self {
            Value::Integers(list) => Ok(list.clone()),
            Value::Tuple(tuple) if tuple.depth() <= 1 => Ok(tuple.leaves().to_vec()),
            other => Err(other.no("a list of integers")),
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

/// The coordinate as a slicer without open parts.
fn complete(tuple: &IntTuple) -> Result<Slicer, Error> {
    Slicer::new(tuple.leaves().iter().copied().map(Some), tuple.profile().clone())
}

fn too_deep() -> Error {
    Error::new(Operation::Tiler, Rule::Depth { limit: Tiler::MAX_DEPTH })
}

/// The tiler with `n:1` for each integer; `_` keeps the mode.
fn tiler(slicer: &Slicer) -> Result<Tiler, Error> {
    if slicer.profile().depth() > Tiler::MAX_DEPTH {
        return Err(too_deep());
    }
    // The modes of each open tuple.
    let mut open: Vec<Vec<Tiler>> = vec![vec![]];
    let mut leaves = slicer.leaves().iter();
    for token in slicer.profile().tokens() {
        let done = match token {
            Token::Open => {
                open.push(vec![]);
                continue;
            }
            Token::Leaf => match leaves.next().copied().flatten() {
                Some(n) => Tiler::leaf(n)?,
                None => Tiler::Keep,
            },
            Token::Close => Tiler::Modes(open.pop().unwrap_or_default()),
        };
        if let Some(modes) = open.last_mut() {
            modes.push(done);
        }
    }
    Ok(open.pop().and_then(|mut whole| whole.pop()).unwrap_or(Tiler::Keep))
}

/// The nesting depth of a tiler, at most [`Tiler::MAX_DEPTH`].
fn depth(tiler: &Tiler) -> usize {
    match tiler {
        Tiler::Modes(modes) => 1 + modes.iter().map(depth).max().unwrap_or(0),
        _ => 0,
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
