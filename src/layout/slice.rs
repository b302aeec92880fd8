//! Slices and dices: the modes of a layout that a coordinate leaves open, those that it gives, and the
//! offset at what it gives.

use core::ops::RangeFull;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};

use crate::layout::codomain::{IntoCoordinates, Kind, Points, ToIntegers};
use crate::layout::coordinate::{Coordinate, Whole, demand_natural, is_narrow};
use crate::layout::for_each::Offset;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::operation::coalesce::IntoTuple;
use tilework_algebra::{Error, Operation, Rule};

mod by_name;
mod range;

pub use by_name::{dice, slice};
pub use range::{StaticRange, range};

mod sealed {
    pub trait Sealed {}
    impl Sealed for core::ops::RangeFull {}
    impl<C: crate::layout::coordinate::Whole> Sealed for C {}
    impl<C, const N: usize> Sealed for [C; N] {}
}

/// A coordinate of the layout `S:D` in which `..` (papers: `_`) keeps a mode and a range, `1..4`, a part of one;
/// offsets are `O`. Sealed: layouts rely on what it keeps.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `iter().rev()`"
)]
pub trait Slice<S, D, O = usize>: Clone + sealed::Sealed {
    /// The number of bits that offsets are computed with, as [`Coordinate::BITS`]; a range has 64.
    #[doc(hidden)]
    const BITS: u32;
    /// What is kept of the mode: no mode or one, as an hlist of [`Mode`]. Several pieces of one
    /// mode stay together as a tuple; a single one stands for itself (004, figure 5).
    type Kept;
    /// What is kept.
    ///
    /// # Panics
    /// If a range does not lie in its mode.
    fn kept(&self, shape: S, stride: D) -> Self::Kept;
    /// `from` plus the offset of the coordinates given, which are not negative, and of where ranges begin.
    fn accumulate(&self, shape: S, stride: D, from: O) -> O;
    /// The same in 32 bits, of shapes and strides that fit these.
    #[doc(hidden)]
    fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32;
    /// Whether no integer in it is negative.
    #[doc(hidden)]
    fn is_natural(&self) -> bool;
    /// Whether the coordinates given lie in the shape.
    fn within(&self, shape: S) -> bool;
    /// What is wrong with coordinates that do not, and at which mode; this one stands at `at`.
    #[doc(hidden)]
    #[cold]
    fn outside(&self, shape: S, at: usize) -> (Rule, usize) {
        let _ = shape;
        (Rule::CoordinateOutside, at)
    }
}

#[diagnostic::do_not_recommend]
impl<S, D, O> Slice<S, D, O> for RangeFull {
    const BITS: u32 = 0;
    type Kept = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn kept(&self, shape: S, stride: D) -> Self::Kept {
        cons(mode(shape, stride), HNil)
    }
    #[inline(always)]
    fn accumulate(&self, _: S, _: D, from: O) -> O {
        from
    }
    #[inline(always)]
    fn accumulate_u32(&self, _: S, _: D, from: u32) -> u32 {
        from
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        true
    }
    #[inline(always)]
    fn within(&self, _: S) -> bool {
        true
    }
}
/// What is a coordinate without `..` keeps nothing. (One impl for all integers, so that a literal decides what is kept
/// before its type is inferred.)
macro_rules! without_kept {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*, S, D, O> Slice<S, D, O> for $t
        where
            Self: Coordinate<O, S, D>,
        {
            const BITS: u32 = <Self as Coordinate<O, S, D>>::BITS;
            type Kept = HNil;
            #[inline(always)]
            fn kept(&self, _: S, _: D) -> HNil {
                HNil
            }
            #[inline(always)]
            fn accumulate(&self, shape: S, stride: D, from: O) -> O {
                Coordinate::accumulate(*self, shape, stride, from)
            }
            #[inline(always)]
            fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32 {
                Coordinate::<O, S, D>::accumulate_u32(*self, shape, stride, from)
            }
            #[inline(always)]
            fn is_natural(&self) -> bool {
                Coordinate::<O, S, D>::is_natural(*self)
            }
            #[inline(always)]
            fn within(&self, shape: S) -> bool {
                Coordinate::<O, S, D>::within(*self, shape)
            }
        }
    )*};
}
without_kept! {
    [C: Whole] C;
    [C: Copy, const N: usize] [C; N];
}

/// The modes that a tuple of coordinates keeps.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `iter().rev()`"
)]
pub trait SliceModes<S, D, O>: Clone {
    /// [`Slice::BITS`]
    const BITS: u32;
    /// An hlist of [`Mode`].
    type Kept;
    /// The modes.
    fn kept(&self, shape: S, stride: D) -> Self::Kept;
    /// [`Slice::accumulate`]
    fn accumulate(&self, shape: S, stride: D, from: O) -> O;
    /// [`Slice::accumulate_u32`]
    fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32;
    /// [`Slice::is_natural`]
    fn is_natural(&self) -> bool;
    /// Whether the coordinates given lie in the shape.
    fn within(&self, shape: S) -> bool;
    /// [`Slice::outside`] of the coordinates from `at` on.
    fn outside(&self, shape: S, at: usize) -> (Rule, usize);
}
#[diagnostic::do_not_recommend]
impl<O> SliceModes<HNil, HNil, O> for HNil {
    const BITS: u32 = 0;
    type Kept = HNil;
    #[inline(always)]
    fn kept(&self, _: HNil, _: HNil) -> HNil {
        HNil
    }
    #[inline(always)]
    fn accumulate(&self, _: HNil, _: HNil, from: O) -> O {
        from
    }
    #[inline(always)]
    fn accumulate_u32(&self, _: HNil, _: HNil, from: u32) -> u32 {
        from
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        true
    }
    #[inline(always)]
    fn within(&self, _: HNil) -> bool {
        true
    }
    #[cold]
    fn outside(&self, _: HNil, at: usize) -> (Rule, usize) {
        (Rule::CoordinateOutside, at)
    }
}
#[diagnostic::do_not_recommend]
impl<C, CT, S: Copy, ST: Copy, D: Copy, DT: Copy, O> SliceModes<HCons<S, ST>, HCons<D, DT>, O>
    for HCons<C, CT>
where
    C: Slice<S, D, O>,
    CT: SliceModes<ST, DT, O>,
    C::Kept: Before<CT::Kept>,
{
    const BITS: u32 = if C::BITS > CT::BITS { C::BITS } else { CT::BITS };
    type Kept = <C::Kept as Before<CT::Kept>>::Out;
    #[inline(always)]
    fn kept(&self, shape: HCons<S, ST>, stride: HCons<D, DT>) -> Self::Kept {
        let head = self.head.kept(shape.head, stride.head);
        head.before(self.tail.kept(shape.tail, stride.tail))
    }
    #[inline(always)]
    fn accumulate(&self, shape: HCons<S, ST>, stride: HCons<D, DT>, from: O) -> O {
        let at = self.head.accumulate(shape.head, stride.head, from);
        self.tail.accumulate(shape.tail, stride.tail, at)
    }
    #[inline(always)]
    fn accumulate_u32(&self, shape: HCons<S, ST>, stride: HCons<D, DT>, from: u32) -> u32 {
        let at = self.head.accumulate_u32(shape.head, stride.head, from);
        self.tail.accumulate_u32(shape.tail, stride.tail, at)
    }
    #[inline(always)]
    fn is_natural(&self) -> bool {
        self.head.is_natural() && self.tail.is_natural()
    }
    #[inline(always)]
    fn within(&self, shape: HCons<S, ST>) -> bool {
        self.head.within(shape.head) && self.tail.within(shape.tail)
    }
    #[cold]
    fn outside(&self, shape: HCons<S, ST>, at: usize) -> (Rule, usize) {
        if self.head.within(shape.head) {
            return self.tail.outside(shape.tail, at + 1);
        }
        (self.head.outside(shape.head, at).0, at)
    }
}

/// No mode or one, in front of others.
pub trait Before<L> {
    /// The modes.
    type Out;
    /// The modes.
    fn before(self, modes: L) -> Self::Out;
}
impl<L> Before<L> for HNil {
    type Out = L;
    #[inline(always)]
    fn before(self, modes: L) -> L {
        modes
    }
}
impl<M, L> Before<L> for HCons<M, HNil> {
    type Out = HCons<M, L>;
    #[inline(always)]
    fn before(self, modes: L) -> Self::Out {
        cons(self.head, modes)
    }
}

/// Several kept modes as one: a tuple.
pub trait Group {
    /// No mode or one.
    type Out;
    /// The mode.
    fn group(self) -> Self::Out;
}
impl Group for HNil {
    type Out = HNil;
    #[inline(always)]
    fn group(self) -> HNil {
        HNil
    }
}
impl<M> Group for HCons<M, HNil> {
    type Out = Self;
    #[inline(always)]
    fn group(self) -> Self {
        self
    }
}
impl<M0, M1, T, S, D> Group for HCons<M0, HCons<M1, T>>
where
    Self: IntoTuple<Out = Layout<S, D>>,
{
    type Out = HList![Mode<S, D>];
    #[inline(always)]
    fn group(self) -> Self::Out {
        let (shapes, strides) = self.into_tuple().into_parts();
        cons(mode(shapes, strides), HNil)
    }
}

/// No mode or one, as a layout: no mode is `():()`.
pub trait OfKept {
    /// The layout.
    type Out;
    /// The layout.
    fn of_kept(self) -> Self::Out;
}
impl OfKept for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn of_kept(self) -> Self::Out {
        Layout::sound(HNil, HNil)
    }
}
impl<S, D> OfKept for HList![Mode<S, D>] {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn of_kept(self) -> Layout<S, D> {
        Layout::sound(self.head.shape, self.head.stride)
    }
}
type LayoutOf<K> = <K as OfKept>::Out;

/// A coordinate that gives what `Self` keeps, and keeps what it gives.
pub trait Exchanged: Copy {
    /// The coordinate.
    type Out;
    /// The coordinate; what it gives is 0.
    fn exchanged(self) -> Self::Out;
}
impl Exchanged for RangeFull {
    type Out = usize;
    #[inline(always)]
    fn exchanged(self) -> usize {
        0
    }
}
impl<C: Whole> Exchanged for C {
    type Out = RangeFull;
    #[inline(always)]
    fn exchanged(self) -> RangeFull {
        ..
    }
}

/// A Rust tuple as an hlist.
trait ByModes {
    /// The hlist.
    type Modes;
    /// The hlist.
    fn modes(self) -> Self::Modes;
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<$($c: Exchanged),*> Exchanged for ($($c,)*) {
            type Out = ($($c::Out,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn exchanged(self) -> Self::Out {
                let ($($c,)*) = self;
                ($($c.exchanged(),)*)
            }
        }
        impl<$($c),*> sealed::Sealed for ($($c,)*) {}
        #[diagnostic::do_not_recommend]
        impl<S, D, Sum, $($c: Clone),*> Slice<S, D, Sum> for ($($c,)*)
        where
            HList![$($c),*]: SliceModes<S, D, Sum>,
            <HList![$($c),*] as SliceModes<S, D, Sum>>::Kept: Group,
        {
            const BITS: u32 = <HList![$($c),*] as SliceModes<S, D, Sum>>::BITS;
            type Kept = <<HList![$($c),*] as SliceModes<S, D, Sum>>::Kept as Group>::Out;
            #[inline(always)]
            fn kept(&self, shape: S, stride: D) -> Self::Kept {
                self.clone().modes().kept(shape, stride).group()
            }
            #[inline(always)]
            fn accumulate(&self, shape: S, stride: D, from: Sum) -> Sum {
                self.clone().modes().accumulate(shape, stride, from)
            }
            #[inline(always)]
            fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32 {
                self.clone().modes().accumulate_u32(shape, stride, from)
            }
            #[inline(always)]
            fn is_natural(&self) -> bool {
                self.clone().modes().is_natural()
            }
            #[inline(always)]
            fn within(&self, shape: S) -> bool {
                self.clone().modes().within(shape)
            }
            #[cold]
            fn outside(&self, shape: S, at: usize) -> (Rule, usize) {
                self.clone().modes().outside(shape, at)
            }
        }
        impl<$($c),*> ByModes for ($($c,)*) {
            type Modes = HList![$($c),*];
            #[inline(always)]
            #[allow(non_snake_case)]
            fn modes(self) -> Self::Modes {
                let ($($c,)*) = self;
                frunk_core::hlist![$($c),*]
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C E;
    A B C E F;
    A B C E F G;
    A B C E F G H;
    A B C E F G H J;
}

/// Layouts that a coordinate `C` with `..` slices: the bound of [`Layout::slice`] and of
/// [`Tensor::slice`](crate::Tensor::slice). Offsets are `O`, of layouts into coordinates
/// [`CoordinateOf`](crate::result::CoordinateOf) the layout. Sealed: tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `SliceBy<C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `iter().rev()`"
)]
pub trait SliceBy<C, O = usize>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the modes that are kept.
    type Output: AnyLayout;
    /// See [`Layout::slice`].
    fn slice_by(self, coordinate: C) -> (Self::Output, O);
    /// That the coordinates given lie in the shape.
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`]; of ranges [`Rule::CoordinateRange`] where one ends outside of its mode.
    fn check(self, coordinate: &C) -> Result<(), Error>;
}
/// What the coordinate `C` keeps of the layout `L`.
pub type Sliced<L, C, O = usize> = <L as SliceBy<C, O>>::Output;

#[diagnostic::do_not_recommend]
impl<L, S, D, C, O> SliceBy<C, O> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    C: AddUp<S, D, O>,
    O: Offset,
    C::Kept: OfKept,
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
        (kept.of_kept(), coordinate.add_up(shape, stride, in_32_bits))
    }
    #[inline(always)]
    fn check(self, coordinate: &C) -> Result<(), Error> {
        if coordinate.within(self.parts().0) {
            return Ok(());
        }
        Err(outside(coordinate.outside(self.parts().0, 0)))
    }
}
/// Coordinates of the layout `S:D`, whose strides add up to offsets `O`. Of `Self`, so that nothing is decided before a
/// coordinate has a type. With integers no more is asked than that each stride is one, or bits, which generic code knows
/// of an `IntegerLayout`.
pub trait AddUp<S, D, O>: Slice<S, D, O> {
    /// The offset, computed `in_32_bits` if they fit these.
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

/// The error of a slice of which [`Slice::outside`] has said what is wrong.
#[cold]
fn outside((rule, at): (Rule, usize)) -> Error {
    match rule {
        Rule::CoordinateOutside => Error::new(Operation::Slice, rule),
        _ => Error::new(Operation::Slice, rule).at(at),
    }
}

/// [`SliceBy`] from an offset on, in coordinates `O` that may have more places than the layout's.
///
/// ```
/// use tilework::{hlist, layout, bound::SliceAt};
/// let (kept, at) = layout!((4,(2,4)):(e0,(e1,2e1))).slice_at((3, (.., 1)), hlist![8, 0]);
/// assert_eq!((kept.to_string().as_str(), at), ("2:e1", hlist![11, 2]));
/// ```
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `SliceAt<C, O>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `iter().rev()`"
)]
pub trait SliceAt<C, O>: AnyLayout {
    /// The layout of the modes that are kept.
    type Output: AnyLayout;
    /// That layout, and `from` plus the offset of the coordinates given.
    fn slice_at(self, coordinate: C, from: O) -> (Self::Output, O);
    /// Whether the coordinates given lie in the shape.
    fn has_inside(self, coordinate: &C) -> bool;
}
/// What the coordinate `C` keeps of the layout `L` with offsets `O`.
pub type SlicedAt<L, C, O> = <L as SliceAt<C, O>>::Output;

#[diagnostic::do_not_recommend]
impl<L: AnyLayout, C, O> SliceAt<C, O> for L
where
    C: Slice<L::Shape, L::Stride, O>,
    C::Kept: OfKept,
    LayoutOf<C::Kept>: AnyLayout,
{
    type Output = LayoutOf<C::Kept>;
    #[inline(always)]
    fn slice_at(self, coordinate: C, from: O) -> (Self::Output, O) {
        let (shape, stride) = self.parts();
        let kept = coordinate.kept(shape, stride);
        (kept.of_kept(), coordinate.accumulate(shape, stride, from))
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
    /// The layout of the modes that are given.
    type Given: AnyLayout;
    /// See [`dice`](dice()).
    fn dice_by(self, coordinate: C) -> (Self::Given, O);
}
/// What the coordinate `C` gives of the layout `L`.
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

/// [`DiceBy`] from an offset on, as [`SliceAt`].
///
/// ```
/// use tilework::{hlist, layout, bound::DiceAt};
/// let (given, at) = layout!((4,(2,4)):(e0,(e1,2e1))).dice_at((3, (.., 1)), hlist![0, 0]);
/// assert_eq!((given.to_string().as_str(), at), ("(4,4):(e0,2e1)", hlist![3, 2]));
/// ```
pub trait DiceAt<C, O>: SliceAt<C, O> {
    /// The layout of the modes that are given.
    type Given: AnyLayout;
    /// That layout, and `from` plus the offset of the coordinates given.
    fn dice_at(self, coordinate: C, from: O) -> (Self::Given, O);
}
/// What the coordinate `C` gives of the layout `L` with offsets `O`.
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
{
    /// The layout of the modes kept by `..`, and the offset of the coordinates given:
    /// `L(c) = offset + R(kept c)`. Nothing kept is `():()`. (004, section 2.5.1, equation 10 and
    /// figure 5.) Of a layout into coordinates the offset is one of these.
    ///
    /// A range keeps a part of a mode that is an integer: `b..e` of `s:d` keeps `(e-b):d` from `b d` on, and
    /// `(b..e).step_by(k)` every `k`-th coordinate, `ceil((e-b)/k):(k d)`. With bounds of run time the extent is one of run
    /// time; it is static with [`range::<B, E>()`](crate::range()).
    ///
    /// Coordinates may lie outside of the shape, as those of [`Layout::offset`] may; ranges may not.
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
    /// Coordinates are `usize`, `u32` or `i32`, and decide the arithmetic as those of [`Layout::offset`] do. Ranges are of
    /// `usize`.
    ///
    /// # Panics
    /// If a range is empty or ends outside of its mode, or an `i32` is negative.
    /// Far outside of the shape, where the sum overflows, with overflow checks. As Rust's operators, it
    /// wraps without.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C, O>(self, coordinate: C) -> (Sliced<Self, C, O>, O)
    where
        Self: SliceBy<C, O>,
    {
        self.slice_by(coordinate)
    }

    /// [`dice`](dice()) by a coordinate.
    ///
    /// ```
    /// use tilework::{coord, layout};
    /// let (given, offset) = layout!((4,(2,4)):(8,(4,1))).dice(coord!(2, (1, _)));
    /// assert_eq!((given.to_string().as_str(), offset), ("(4,2):(8,4)", 20));
    /// ```
    ///
    /// # Panics
    /// As [`Layout::slice`].
    #[inline(always)]
    pub fn dice<C, O>(self, coordinate: C) -> (Diced<Self, C, O>, O)
    where
        Self: DiceBy<C, O>,
    {
        self.dice_by(coordinate)
    }
}
