//! Conversions of values to the kinds that operations need.

use alloc::vec;
use alloc::vec::Vec;

use super::Value;
use crate::error::{Error, Operation, Rule};
use crate::expression::{Reason, Strides};
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::Tiler;
use crate::mode::Mode;
use crate::operation::compact::identity;
use crate::operation::composition::composition;
use crate::operation::slice::Slicer;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{Profile, Token};

impl Value {
    pub(in crate::expression) fn no(&self, wanted: &'static str) -> Reason {
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
    pub(in crate::expression) fn to_strides(&self) -> Result<Strides, Reason> {
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
}

/// The coordinate as a slicer without open parts.
pub(super) fn complete(tuple: &IntTuple) -> Result<Slicer, Error> {
    Slicer::new(tuple.leaves().iter().copied().map(Some), tuple.profile().clone())
}

pub(super) fn too_deep() -> Error {
    Error::new(Operation::Tiler, Rule::Depth { limit: Tiler::MAX_DEPTH })
}

/// The tiler with `n:1` for each integer; `_` keeps the mode.
pub(super) fn tiler(slicer: &Slicer) -> Result<Tiler, Error> {
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
pub(super) fn depth(tiler: &Tiler) -> usize {
    match tiler {
        Tiler::Modes(modes) => 1 + modes.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
