//! Conversions of results to values.

use alloc::vec;
use alloc::vec::Vec;

use super::Value;
use crate::error::Error;
use crate::expression::{AnyStride, Strides};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::linear_layout::{Encoding, LinearLayout};
use crate::mode::Mode;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::nested::Nested;
use crate::tuple::profile::Profile;

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Tuple(IntTuple::leaf(value))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        // Numbers of modes, which fit.
        Value::from(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<IntTuple> for Value {
    fn from(tuple: IntTuple) -> Self {
        Value::Tuple(tuple)
    }
}

impl From<Profile> for Value {
    fn from(profile: Profile) -> Self {
        Value::Profile(profile)
    }
}

impl From<Layout<ArithmeticTuple>> for Value {
    fn from(layout: Layout<ArithmeticTuple>) -> Self {
        still(&layout).map_or(Value::Coordinates(layout), Value::Layout)
    }
}

impl From<Layout<Xor>> for Value {
    fn from(layout: Layout<Xor>) -> Self {
        still(&layout).map_or(Value::Xor(layout), Value::Layout)
    }
}

/// A layout that moves nothing, as one with integer strides: 0 belongs to every semimodule and is read as an integer.
fn still<D: Stride>(layout: &Layout<D>) -> Option<Layout> {
    let modes = layout.flat_modes().iter();
    let zeros =
        modes.map(|mode| mode.stride.is_zero().then_some(Mode { shape: mode.shape, stride: 0 }));
    Some(Layout::trusted(zeros.collect::<Option<_>>()?, layout.profile().clone()))
}

impl From<Swizzle> for Value {
    fn from(swizzle: Swizzle) -> Self {
        Value::Swizzle(swizzle)
    }
}

impl From<LinearLayout> for Value {
    fn from(layout: LinearLayout) -> Self {
        Value::Linear(layout)
    }
}

impl From<Encoding> for Value {
    fn from(encoding: Encoding) -> Self {
        Value::Encoding(encoding)
    }
}

impl From<Composed> for Value {
    fn from(composed: Composed) -> Self {
        Value::Composed(composed)
    }
}

impl From<Composed<Xor>> for Value {
    fn from(composed: Composed<Xor>) -> Self {
        let Some(inner) = still(composed.inner()) else { return Value::ComposedXor(composed) };
        Value::Composed(Composed::new(composed.outer().clone(), composed.added(), inner))
    }
}

/// The result of an operation on the inner layout of a composed layout. A resulting layout is put under the same
/// function of offsets.
pub(in crate::expression) trait Inside<D> {
    fn inside(self, composed: &Composed<D>) -> Value;
}
impl<D: Stride<Offset = i64>> Inside<D> for Layout<D>
where
    Composed<D>: Into<Value>,
{
    fn inside(self, composed: &Composed<D>) -> Value {
        composed.with_inner(self).into()
    }
}
impl<D: Stride<Offset = i64>> Inside<D> for Vec<Layout<D>>
where
    Composed<D>: Into<Value>,
{
    fn inside(self, composed: &Composed<D>) -> Value {
        Value::List(self.into_iter().map(|inner| composed.with_inner(inner).into()).collect())
    }
}
macro_rules! of_the_domain {
    ($($t:ty)*) => {$(
        impl<D> Inside<D> for $t {
            fn inside(self, _: &Composed<D>) -> Value {
                self.into()
            }
        }
    )*};
}
of_the_domain!(i64 usize IntTuple Profile);

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Value::Layout(layout)
    }
}

impl From<Vec<i64>> for Value {
    fn from(list: Vec<i64>) -> Self {
        Value::Integers(list)
    }
}

impl<T: Nested + Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        let list: Vec<Value> = list.into_iter().map(T::into).collect();
        // None of them is a list.
        Value::list(list).unwrap_or(Value::List(vec![]))
    }
}

impl<O: Into<Value>, D> From<(Layout<D>, O)> for Value
where
    Layout<D>: Into<Value>,
{
    fn from((layout, offset): (Layout<D>, O)) -> Self {
        Value::List(vec![layout.into(), offset.into()])
    }
}

impl Strides {
    /// The layout with this shape, if all strides are coordinates or 0, or all are XOR strides or 0.
    pub(in crate::expression) fn layout(&self, shape: &IntTuple) -> Result<Value, Error> {
        let is_xor = |stride: &AnyStride| matches!(stride, AnyStride::Xor(_));
        if self.leaves().iter().any(is_xor) {
            let xor = |stride: &AnyStride| match stride {
                AnyStride::Xor(stride) => Some(*stride),
                AnyStride::Integer(0) => Some(Xor::zero()),
                _ => None,
            };
            return Ok(self.layout_of(shape, xor)?.into());
        }
        let coordinate = |stride: &AnyStride| match stride {
            AnyStride::Coordinate(stride) => Some(stride.clone()),
            AnyStride::Integer(0) => Some(ArithmeticTuple::zero()),
            _ => None,
        };
        Ok(self.layout_of(shape, coordinate)?.into())
    }
}
