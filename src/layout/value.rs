//! Conversions between the types and the value level.

mod composed;
mod strides;

use alloc::vec::Vec;
use core::str::FromStr;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, Error, IntTuple, Mode, Operation, Rule};

use self::strides::{FromStrides, StrideOf, ToStrides};
use crate::layout::codomain::{self, Kind};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// A shape that converts to a value.
pub trait ToIntTuple {
    /// The tuple of the same profile and integers.
    fn to_int_tuple(self) -> IntTuple;
}
impl<L: Leaf> ToIntTuple for L {
    fn to_int_tuple(self) -> IntTuple {
        IntTuple::from(self.number())
    }
}
impl ToIntTuple for HNil {
    fn to_int_tuple(self) -> IntTuple {
        IntTuple::tuple([])
    }
}
impl<H: ToIntTuple, T: ToIntTuple> ToIntTuple for HCons<H, T> {
    fn to_int_tuple(self) -> IntTuple {
        let (head, tail) = (self.head.to_int_tuple(), self.tail.to_int_tuple());
        IntTuple::tuple(core::iter::once(head).chain(tail.modes()))
    }
}

/// The value-level kind of strides.
pub trait ValueKind {
    /// The strides.
    type Stride: algebra::Stride;
}
macro_rules! kinds {
    ($($kind:ty: $stride:ty;)*) => {$(
        impl ValueKind for $kind {
            type Stride = $stride;
        }
    )*};
}
kinds! {
    codomain::Zero: i64;
    codomain::Integers: i64;
    codomain::Bits: algebra::Xor;
    codomain::Points: algebra::ArithmeticTuple;
}

impl<S, D, K, V> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: ToIntTuple,
    D: Kind<Out = K> + ToStrides<V>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride,
{
    /// The same layout at the value level, where the rank is not fixed and every operation is exact. Its strides are of
    /// the same kind: [`algebra::Layout`], [`algebra::Layout<Xor>`](algebra::Xor) or
    /// [`algebra::Layout<ArithmeticTuple>`](algebra::ArithmeticTuple). A layout that moves nothing has integer strides;
    /// `From` converts it to the other kinds too.
    ///
    /// ```
    /// use tilework::{Error, algebra, layout};
    /// let lda = 10;
    /// let layout = layout!((4,(2,3)):(1,(lda,20)));
    /// assert_eq!(layout.to_value(), "(4,(2,3)):(1,(10,20))".parse()?);
    /// let swizzled: algebra::Layout<algebra::Xor> = layout!((8,8):(f9,f1)).to_value();
    /// let tiles: algebra::Layout<algebra::ArithmeticTuple> = layout!((4,8):(e0,2*e1)).to_value();
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_value(self) -> algebra::Layout<V> {
        value(self)
    }
}

/// The layout with strides `V`.
fn value<S: ToIntTuple, D: ToStrides<V>, V: algebra::Stride>(
    layout: Layout<S, D>,
) -> algebra::Layout<V> {
    let (shape, stride) = layout.into_parts();
    let (shape, mut strides) = (shape.to_int_tuple(), Vec::new());
    stride.to_strides(&mut strides);
    let modes = shape.leaves().iter().zip(strides);
    let modes = modes.map(|(&shape, stride)| Mode { shape, stride });
    match algebra::Layout::of_modes(modes, shape.profile().clone()) {
        Ok(layout) => layout,
        Err(error) => unreachable!("a sound layout is one at the value level too: {error}"),
    }
}

/// A shape that converts from a value.
pub trait FromIntTuple: Sized {
    /// The shape, if the tuple has this profile and these static leaves; the first leaf is at `at`.
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error>;
}
const PROFILE: Error = Error::new(Operation::Layout, Rule::Profile);
/// A leaf that converts from a number.
pub trait FromNumber: Sized {
    /// The leaf, if it is this number.
    fn from_number(value: i64) -> Result<Self, Rule>;
}
impl<N> FromNumber for Static<N>
where
    Self: Leaf,
{
    fn from_number(value: i64) -> Result<Self, Rule> {
        let expected = Static::<N>::new().number();
        if value == expected {
            Ok(Static::new())
        } else {
            Err(Rule::StaticLeaf { value, expected })
        }
    }
}
impl<I: Index + TryFrom<i64>> FromNumber for Dyn<I> {
    fn from_number(value: i64) -> Result<Self, Rule> {
        let rule = if value < 0 { Rule::NaturalStride { stride: value } } else { Rule::Overflow };
        I::try_from(value).map(Dyn).map_err(|_| rule)
    }
}
impl<N: FromNumber> FromIntTuple for N {
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error> {
        let place = *at;
        *at += 1;
        let value = tuple.as_leaf().ok_or(PROFILE)?;
        N::from_number(value).map_err(|rule| Error::new(Operation::Layout, rule).at(place))
    }
}
impl FromIntTuple for HNil {
    fn from_int_tuple(tuple: &IntTuple, _: &mut usize) -> Result<Self, Error> {
        if tuple.as_leaf().is_none() && tuple.rank() == 0 { Ok(HNil) } else { Err(PROFILE) }
    }
}
impl<H: FromIntTuple, T: FromModes> FromIntTuple for HCons<H, T> {
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error> {
        match tuple.as_leaf() {
            Some(_) => Err(PROFILE),
            None => Self::from_modes(&mut tuple.modes(), at),
        }
    }
}
/// The modes of a tuple that convert from a value.
pub trait FromModes: Sized {
    /// The modes, if there are exactly as many.
    fn from_modes(modes: &mut dyn Iterator<Item = IntTuple>, at: &mut usize)
    -> Result<Self, Error>;
}
impl FromModes for HNil {
    fn from_modes(modes: &mut dyn Iterator<Item = IntTuple>, _: &mut usize) -> Result<Self, Error> {
        if modes.next().is_none() { Ok(HNil) } else { Err(PROFILE) }
    }
}
impl<H: FromIntTuple, T: FromModes> FromModes for HCons<H, T> {
    fn from_modes(
        modes: &mut dyn Iterator<Item = IntTuple>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        let first = modes.next().ok_or(PROFILE)?;
        let head = H::from_int_tuple(&first, at)?;
        Ok(HCons { head, tail: T::from_modes(modes, at)? })
    }
}

macro_rules! values {
    ($($stride:ty)*) => {$(
        /// The layout at the value level, like [`Layout::to_value`]. A layout that moves nothing converts to each kind.
        impl<S: ToIntTuple, D: ToStrides<$stride>> From<Layout<S, D>> for algebra::Layout<$stride>
        where
            Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
        {
            fn from(layout: Layout<S, D>) -> Self {
                value(layout)
            }
        }

        /// The layout of this type, if the value is one: it has the same profile, and the places and the static leaves
        /// of the type. Dynamic leaves take the numbers of the value.
        ///
        /// The stride of an extent of 1 means nothing, since 0 is its only coordinate. The strides of an empty layout
        /// mean nothing either. Such a stride may have any value. If it is not of the type, the result has the static
        /// leaves of the type there, and 0 for dynamic ones.
        ///
        /// # Errors
        /// [`Rule::Profile`] and [`Rule::StaticLeaf`]. For dynamic leaves [`Rule::NaturalStride`] if a stride is
        /// negative, and [`Rule::Overflow`]. [`Rule::Codomain`] for a stride that is no multiple of the stride of the
        /// type. (Strides that mean nothing cause none of these.)
        ///
        /// ```
        /// use tilework::{Layout, algebra};
        /// let value: algebra::Layout = "(4,(2,3)):(1,(10,20))".parse()?;
        /// let layout = <Layout!((4,(2,_)):(1,(_,20)))>::try_from(&value)?;
        /// assert_eq!(layout.to_value(), value);
        /// // One column of a row-major matrix.
        /// let value: algebra::Layout = "(4,1):(10,7)".parse()?;
        /// assert_eq!(<Layout!((_,_):(_,1))>::try_from(&value)?.to_string(), "(4,1):(10,1)");
        /// assert_eq!(
        ///     <Layout!((8,(2,_)):(1,(_,20)))>::try_from(value).unwrap_err().to_string(),
        ///     "layout: static leaf, mode 0: the integer 4 where the type has 8",
        /// );
        /// # Ok::<(), tilework::Error>(())
        /// ```
        impl<S: FromIntTuple, D: FromStrides<$stride>> TryFrom<&algebra::Layout<$stride>> for Layout<S, D>
        where
            Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
        {
            type Error = Error;
            fn try_from(value: &algebra::Layout<$stride>) -> Result<Self, Error> {
                let shape = S::from_int_tuple(&value.shape(), &mut 0)?;
                let is_empty = value.flat_modes().iter().any(|mode| mode.shape == 0);
                let mut strides = value.flat_modes().iter().map(|mode| StrideOf {
                    stride: mode.stride.clone(),
                    moves: mode.shape > 1 && !is_empty,
                });
                Layout::try_new(shape, D::from_strides(&mut strides, &mut 0)?)
            }
        }
        impl<S: FromIntTuple, D: FromStrides<$stride>> TryFrom<algebra::Layout<$stride>> for Layout<S, D>
        where
            Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
        {
            type Error = Error;
            fn try_from(value: algebra::Layout<$stride>) -> Result<Self, Error> {
                Self::try_from(&value)
            }
        }
    )*};
}
values!(i64 algebra::ArithmeticTuple algebra::Xor);

/// The layout of this type from a text that [`algebra::Layout`] reads: shape and stride. A tensor over a layout that is
/// read at run time has the rank in its type and the leaves from the text.
///
/// # Errors
/// Those of [`algebra::Layout`], and of the conversion from it.
///
/// ```
/// use tilework::{Layout, Tensor, layout};
/// let layout: Layout!((_,_):(_,_)) = "(2,3):(3,1)".parse()?;
/// let matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout)?;
/// assert_eq!(matrix[(1, 0)], 4);
/// assert!("(2,3,4)".parse::<Layout!((_,_):(_,_))>().is_err());
/// # Ok::<(), tilework::Error>(())
/// ```
impl<S, D, K, V> FromStr for Layout<S, D>
where
    Self: for<'a> TryFrom<&'a algebra::Layout<V>, Error = Error>,
    D: Kind<Out = K>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride,
    algebra::Layout<V>: FromStr<Err = Error>,
{
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::try_from(&text.parse::<algebra::Layout<V>>()?)
    }
}
