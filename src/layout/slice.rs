//! Slices and dices: the modes of a layout that a coordinate leaves open, the modes that it gives, and the offset of
//! what it gives.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::codomain::{IntoCoordinates, Kind, Points, ToIntegers};
use crate::layout::coordinate::{demand_natural, is_narrow};
use crate::layout::for_each::Offset;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, ModesOf, Shape};

mod by_name;
mod incomplete;
pub(crate) mod kept;
mod range;

pub use by_name::{dice, slice};
use incomplete::Exchanged;
pub use incomplete::{Slice, SliceModes};
use kept::Kept;
pub(crate) use range::Part;
pub use range::{StaticRange, range};

/// The layout of the kept modes.
type LayoutOf<K> = <K as Kept>::Layout<Nothing>;
/// The layout if no mode is kept.
pub type Nothing = Layout<HNil, HNil>;
pub(crate) const NOTHING: Nothing = Layout::sound(HNil, HNil);

/// Layouts that a coordinate `C` with `..` slices: the bound of [`Layout::slice`] and of
/// [`Tensor::slice`](crate::Tensor::slice). `O` is the type of offsets; for layouts into coordinates it is
/// [`CoordinateOf`](crate::result::CoordinateOf) the layout. `Modes` is inferred; it is there so that the error has the
/// number of modes. Sealed: tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: `{C}` does not fit a shape of {Modes} modes: for each it has an integer, `..` or a range of `usize`, `t.slice((1..m - 1, ..))`; backwards goes `t.reversed::<0>()`, and a new mode of extent 1 is `t.compose(layout!((m,1,n)))`; in generic code the bound is `SliceBy<C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers"
)]
pub trait SliceBy<C, O = usize, Modes = <<Self as AnyLayout>::Shape as Shape>::Modes>:
    AnyLayout
{
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the modes that are kept.
    type Output: AnyLayout;
    /// See [`Layout::slice`].
    fn slice_by(self, coordinate: C) -> (Self::Output, O);
    /// Checks that the given coordinates lie in the shape.
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`]; for ranges [`Rule::CoordinateRange`] if one ends outside of its mode.
    fn check(self, coordinate: &C) -> Result<(), Error>;
}
/// The modes of the layout `L` that the coordinate `C` keeps.
pub type Sliced<L, C, O = usize> = <L as SliceBy<C, O>>::Output;

#[diagnostic::do_not_recommend]
impl<L, S, D, C, O, M> SliceBy<C, O, M> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    C: AddUp<S, D, O>,
    O: Offset,
    LayoutOf<C::Kept>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Output = LayoutOf<C::Kept>;
    #[inline(always)]
    #[track_caller]
    fn slice_by(self, coordinate: C) -> (Self::Output, O) {
        demand_natural(coordinate.is_natural());
        let (shape, stride) = self.parts();
        let kept = coordinate.kept(shape, stride);
        let (shape, stride) = self.parts();
        let in_32_bits = const { C::BITS == 32 && is_narrow::<ModesOf<L>>() };
        (kept.layout(NOTHING), coordinate.add_up(shape, stride, in_32_bits))
    }
    #[inline(always)]
    fn check(self, coordinate: &C) -> Result<(), Error> {
        if coordinate.within(self.parts().0) {
            return Ok(());
        }
        Err(outside(coordinate.outside(self.parts().0, 0)))
    }
}
/// Coordinates of the layout `S:D`, whose strides add up to offsets `O`. The trait is on the coordinate, so that
/// nothing is decided before it has a type. For integers it only asks that each stride is an integer or bits, which
/// generic code knows of an `IntegerLayout`.
pub trait AddUp<S, D, O>: Slice<S, D, O> {
    /// The offset, computed `in_32_bits` if all numbers fit.
    fn add_up(self, shape: S, stride: D, in_32_bits: bool) -> O;
}
#[diagnostic::do_not_recommend]
impl<C: Slice<S, D>, S, D: ToIntegers> AddUp<S, D, usize> for C {
    #[inline(always)]
    fn add_up(self, shape: S, stride: D, in_32_bits: bool) -> usize {
        match in_32_bits {
            true => self.accumulate_u32(shape, stride, 0) as usize,
            false => self.accumulate(shape, stride, 0),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<C, S, D: Kind<Out = Points>, H: Offset, T: Offset> AddUp<S, D, HCons<H, T>> for C
where
    C: Slice<S, D, HCons<H, T>>,
    Layout<S, D>: IntoCoordinates<Coordinate = HCons<H, T>>,
{
    #[inline(always)]
    fn add_up(self, shape: S, stride: D, _: bool) -> HCons<H, T> {
        self.accumulate(shape, stride, Offset::ZERO)
    }
}

/// The error of a slice for which [`Slice::outside`] has found the rule.
#[cold]
fn outside((rule, at): (Rule, usize)) -> Error {
    match rule {
        Rule::CoordinateOutside => Error::new(Operation::Slice, rule),
        _ => Error::new(Operation::Slice, rule).at(at),
    }
}

/// [`SliceBy`] from a given offset on, in coordinates `O` that may have more places than the layout's. Sealed: tensors
/// of coordinates rely on it.
///
/// ```
/// use tilework::{hlist, layout, bound::SliceAt};
/// let (kept, at) = layout!((4,(2,4)):(e0,(e1,2e1))).slice_at((3, (.., 1)), hlist![8_usize, 0_usize]);
/// assert_eq!((kept.to_string().as_str(), at), ("2:e1", hlist![11, 2]));
/// ```
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `SliceAt<C, O>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers"
)]
pub trait SliceAt<C, O>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the modes that are kept.
    type Output: AnyLayout;
    /// That layout, and `from` plus the offset of the given coordinates.
    fn slice_at(self, coordinate: C, from: O) -> (Self::Output, O);
    /// Returns whether the given coordinates lie in the shape.
    fn has_inside(self, coordinate: &C) -> bool;
}
/// The modes of the layout `L` that the coordinate `C` keeps, with offsets `O`.
pub type SlicedAt<L, C, O> = <L as SliceAt<C, O>>::Output;

#[diagnostic::do_not_recommend]
impl<L: AnyLayout, C, O> SliceAt<C, O> for L
where
    C: Slice<L::Shape, L::Stride, O>,
    LayoutOf<C::Kept>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Output = LayoutOf<C::Kept>;
    #[inline(always)]
    fn slice_at(self, coordinate: C, from: O) -> (Self::Output, O) {
        let (shape, stride) = self.parts();
        let kept = coordinate.kept(shape, stride);
        (kept.layout(NOTHING), coordinate.accumulate(shape, stride, from))
    }
    #[inline(always)]
    fn has_inside(self, coordinate: &C) -> bool {
        coordinate.within(self.parts().0)
    }
}

/// Layouts that a coordinate `C` with `..` slices and dices: the bound of [`dice`](dice()).
#[diagnostic::on_unimplemented(
    message = "dice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `DiceBy<C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, or a tuple of as many coordinates as the shape has modes"
)]
pub trait DiceBy<C, O = usize>: SliceBy<C, O> {
    /// The layout of the given modes.
    type Given: AnyLayout;
    /// See [`dice`](dice()).
    fn dice_by(self, coordinate: C) -> (Self::Given, O);
}
/// The modes of the layout `L` that the coordinate `C` gives.
pub type Diced<L, C, O = usize> = <L as DiceBy<C, O>>::Given;

#[diagnostic::do_not_recommend]
impl<L, C, O, E, D: AnyLayout> DiceBy<C, O> for L
where
    C: Exchanged<Out = E>,
    L: SliceBy<C, O> + SliceBy<E, O, Output = D>,
{
    type Given = D;
    #[inline(always)]
    fn dice_by(self, coordinate: C) -> (D, O) {
        let (given, _) = SliceBy::<E, O>::slice_by(self, coordinate.exchanged());
        (given, SliceBy::<C, O>::slice_by(self, coordinate).1)
    }
}

/// [`DiceBy`] from a given offset on, like [`SliceAt`].
///
/// ```
/// use tilework::{hlist, layout, bound::DiceAt};
/// let (given, at) = layout!((4,(2,4)):(e0,(e1,2e1))).dice_at((3, (.., 1)), hlist![0_usize, 0_usize]);
/// assert_eq!((given.to_string().as_str(), at), ("(4,4):(e0,2e1)", hlist![3, 2]));
/// ```
pub trait DiceAt<C, O>: SliceAt<C, O> {
    /// The layout of the given modes.
    type Given: AnyLayout;
    /// That layout, and `from` plus the offset of the given coordinates.
    fn dice_at(self, coordinate: C, from: O) -> (Self::Given, O);
}
/// The modes of the layout `L` that the coordinate `C` gives, with offsets `O`.
pub type DicedAt<L, C, O> = <L as DiceAt<C, O>>::Given;

impl<L, C, E, D: AnyLayout, O: Copy> DiceAt<C, O> for L
where
    C: Exchanged<Out = E>,
    L: SliceAt<C, O> + SliceAt<E, O, Output = D>,
{
    type Given = D;
    #[inline(always)]
    fn dice_at(self, coordinate: C, from: O) -> (D, O) {
        let (given, _) = SliceAt::<E, O>::slice_at(self, coordinate.exchanged(), from);
        (given, SliceAt::<C, O>::slice_at(self, coordinate, from).1)
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Shape,
{
    /// The layout of the modes kept by `..`, and the offset of the given coordinates: `L(c) = offset + R(kept c)`. If
    /// nothing is kept the layout is `():()`. ([004](crate::guide::papers), section 2.5.1, equation 10 and figure 5.)
    /// For a layout into
    /// coordinates the offset is a coordinate.
    ///
    /// A range keeps a part of a mode that is an integer. `b..e` of `s:d` keeps `(e-b):d` from `b d` on, and
    /// `(b..e).step_by(k)` keeps every `k`-th coordinate, `ceil((e-b)/k):(k d)`. Dynamic bounds give a dynamic extent;
    /// [`range::<B, E>()`](crate::range()) gives a static one.
    ///
    /// Coordinates may lie outside of the shape, as in [`Layout::offset`]; ranges may not.
    ///
    /// ```
    /// use tilework::{coord, layout};
    /// let l = layout!(((3,2),((2,3),2)):((4,1),((2,15),100)));
    /// let (kept, offset) = l.slice(coord!(2, _));
    /// assert_eq!((kept.to_string().as_str(), offset), ("((2,3),2):((2,15),100)", 8));
    /// let (kept, offset) = l.slice(((.., 1), (.., 0)));
    /// assert_eq!((kept.to_string().as_str(), offset), ("(3,(2,3)):(4,(2,15))", 1));
    /// let (column, at) = layout!((4,8):(e0,2*e1)).slice((.., 3));
    /// assert_eq!((column.to_string().as_str(), at), ("4:e0", tilework::hlist![0, 6]));
    /// let (inner, at) = layout!((8,6):(6,1)).slice((1..7, (0..6).step_by(2)));
    /// assert_eq!((inner.to_string().as_str(), at), ("(6,3):(6,2)", 6));
    /// ```
    ///
    /// Coordinates are `usize`, `u32` or `i32`, and decide the arithmetic as in [`Layout::offset`]. Ranges are of
    /// `usize`.
    ///
    /// # Panics
    /// If a range is empty or ends outside of its mode, or an `i32` is negative. Also, with overflow checks, if the sum
    /// overflows far outside of the shape; without them it wraps, as Rust's operators do.
    #[doc(alias = "slice_and_offset")]
    #[inline(always)]
    #[track_caller]
    pub fn slice<C, O>(self, coordinate: C) -> (Sliced<Self, C, O>, O)
    where
        Self: SliceBy<C, O>,
    {
        self.slice_by(coordinate)
    }

    /// See [`dice`](dice()).
    ///
    /// ```
    /// use tilework::{coord, layout};
    /// let (given, offset) = layout!((4,(2,4)):(8,(4,1))).dice(coord!(2, (1, _)));
    /// assert_eq!((given.to_string().as_str(), offset), ("(4,2):(8,4)", 20));
    /// ```
    ///
    /// # Panics
    /// See [`Layout::slice`].
    #[inline(always)]
    pub fn dice<C, O>(self, coordinate: C) -> (Diced<Self, C, O>, O)
    where
        Self: DiceBy<C, O>,
    {
        self.dice_by(coordinate)
    }
}
