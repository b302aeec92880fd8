//! Between the types and the value level.

mod strides;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, Error, IntTuple, Operation, Rule};

use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// A shape or stride as a value.
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

impl<S: ToIntTuple, D: ToIntTuple> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The same layout at the value level, where no rank is fixed and every operation is exact.
    ///
    /// ```
    /// let lda = 10;
    /// let layout = tilework::layout!((4,(2,3)):(1,(lda,20)));
    /// assert_eq!(layout.to_value(), "(4,(2,3)):(1,(10,20))".parse()?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_value(self) -> algebra::Layout {
        let (shape, stride) = self.parts();
        match algebra::Layout::new(&shape.to_int_tuple(), &stride.to_int_tuple()) {
            Ok(layout) => layout,
            Err(error) => unreachable!("a sound layout is one at the value level too: {error}"),
        }
    }
}

/// The layout at the value level, as [`Layout::to_value`].
impl<S: ToIntTuple, D: ToIntTuple> From<Layout<S, D>> for algebra::Layout
where
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
{
    fn from(layout: Layout<S, D>) -> Self {
        layout.to_value()
    }
}

/// A shape or stride of a value.
pub trait FromIntTuple: Sized {
    /// The tuple, if it has this profile and these static leaves; the first leaf stands at `at`.
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error>;
}
/// The integer of a tuple that is one.
fn integer(tuple: &IntTuple, at: &mut usize) -> Result<i64, Error> {
    *at += 1;
    tuple.as_leaf().ok_or(PROFILE)
}
const PROFILE: Error = Error::new(Operation::Layout, Rule::Profile);
impl<N> FromIntTuple for Static<N>
where
    Self: Leaf,
{
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error> {
        let (place, value) = (*at, integer(tuple, at)?);
        let expected = Static::new();
        if value == expected.number() {
            return Ok(expected);
        }
        let rule = Rule::StaticLeaf { value, expected: expected.number() };
        Err(Error::new(Operation::Layout, rule).at(place))
    }
}
impl<I: Index + TryFrom<i64>> FromIntTuple for Dyn<I> {
    fn from_int_tuple(tuple: &IntTuple, at: &mut usize) -> Result<Self, Error> {
        let (place, value) = (*at, integer(tuple, at)?);
        let rule = if value < 0 { Rule::NaturalStride { stride: value } } else { Rule::Overflow };
        let leaf = I::try_from(value).map_err(|_| Error::new(Operation::Layout, rule).at(place))?;
        Ok(Dyn(leaf))
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
/// The modes of a tuple of a value.
pub trait FromModes: Sized {
    /// The modes, all that there are.
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

/// The layout of this type, if the value is one: of the same profile, with the static leaves of
/// the type; dynamic leaves take what the value has.
///
/// # Errors
/// [`Rule::Profile`], [`Rule::StaticLeaf`]; of dynamic leaves [`Rule::NaturalStride`] where a
/// stride is negative, and [`Rule::Overflow`].
///
/// ```
/// use tilework::{Layout, algebra};
/// let value: algebra::Layout = "(4,(2,3)):(1,(10,20))".parse()?;
/// let layout = <Layout!((4,(2,_)):(1,(_,20)))>::try_from(&value)?;
/// assert_eq!(layout.to_value(), value);
/// assert_eq!(
///     <Layout!((8,(2,_)):(1,(_,20)))>::try_from(&value).unwrap_err().to_string(),
///     "layout: static leaf, mode 0: the integer 4 where the type has 8",
/// );
/// # Ok::<(), tilework::Error>(())
/// ```
impl<S: FromIntTuple, D: FromIntTuple> TryFrom<&algebra::Layout> for Layout<S, D>
where
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
{
    type Error = Error;
    fn try_from(value: &algebra::Layout) -> Result<Self, Error> {
        let shape = S::from_int_tuple(&value.shape(), &mut 0)?;
        Layout::try_new(shape, D::from_int_tuple(&value.stride(), &mut 0)?)
    }
}
impl<S: FromIntTuple, D: FromIntTuple> TryFrom<algebra::Layout> for Layout<S, D>
where
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
{
    type Error = Error;
    fn try_from(value: algebra::Layout) -> Result<Self, Error> {
        Self::try_from(&value)
    }
}
