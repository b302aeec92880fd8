//! Layouts into coordinates: what their offsets are.

use core::fmt;
use core::ops::Sub;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B1, Sub1, UInt, UTerm};

use crate::layout::coordinate::Coordinate;
use crate::layout::for_each::{ForEach, Offset};
use crate::layout::modes::Mode;
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::leaf::basis::Basis;
use crate::leaf::int::Static;

/// Layouts whose strides are multiples of basis elements: their offsets are coordinates.
pub trait IntoCoordinates: AnyLayout<Modes: ForEach<Self::Coordinate>> {
    /// A tree of `usize`: the smallest that has a leaf at the places of all strides,
    /// `HList![usize, usize]` for `(4,8):(e0,e1)`, and `HNil` if nothing moves.
    type Coordinate: Offset + fmt::Debug + PartialEq;
}
/// The coordinates that a layout takes coordinates to.
pub type CoordinateOf<L> = <L as IntoCoordinates>::Coordinate;

impl<L: AnyLayout, P, C> IntoCoordinates for L
where
    ModesOf<L>: Places<Out = P> + ForEach<C>,
    P: Filled<Out = C>,
    C: Offset + fmt::Debug + PartialEq,
{
    type Coordinate = C;
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Copy,
    D: Copy,
{
    /// The coordinate that a layout into coordinates takes a coordinate to, `sum_i c_i d_i`: what
    /// [`Layout::offset`] is for integer strides. (004, section 2.3.1.)
    ///
    /// ```
    /// use tilework::{hlist, layout};
    /// let tiles = layout!(((4,2),8):((e0,4*e0),3*e1));
    /// assert_eq!(tiles.coordinate(((1, 1), 5)), hlist![1 + 4, 3 * 5]);
    /// assert_eq!(tiles.coordinate(63), hlist![7, 21]);
    /// ```
    #[inline(always)]
    pub fn coordinate<C>(self, coordinate: C) -> CoordinateOf<Self>
    where
        Self: IntoCoordinates,
        C: Coordinate<CoordinateOf<Self>, S, D>,
    {
        coordinate.offset(self.shape(), self.stride())
    }
}

/// The places that the strides of flat modes have, as a tree with [`Gap`] where there is none.
pub trait Places {
    /// The tree.
    type Out;
}
impl Places for HNil {
    type Out = HNil;
}
impl<S, D, M: Places> Places for HCons<Mode<S, D>, M>
where
    D: PlaceIn<M::Out>,
{
    type Out = D::Out;
}

/// A stride with the places `T` of those that follow.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not all coordinates",
    label = "has a stride that is no multiple of a basis element"
)]
pub trait PlaceIn<T> {
    /// All places.
    type Out;
}
impl<T> PlaceIn<T> for Static<UTerm> {
    type Out = T;
}
impl<N, P, T: Reserve<P>> PlaceIn<T> for Basis<N, P> {
    type Out = T::Out;
}

/// A leaf that no stride moves.
pub struct Gap;

/// Places, and `P`.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not of one integer-semimodule",
    label = "has a leaf and a tuple at one place of the coordinate"
)]
pub trait Reserve<P> {
    /// All of them.
    type Out;
}
impl Reserve<HCons<UTerm, HNil>> for HNil {
    type Out = HCons<usize, HNil>;
}
impl<M, R> Reserve<HCons<UTerm, HCons<M, R>>> for HNil
where
    HNil: Reserve<HCons<M, R>>,
{
    type Out = HCons<<HNil as Reserve<HCons<M, R>>>::Out, HNil>;
}
impl<U, B, R> Reserve<HCons<UInt<U, B>, R>> for HNil
where
    UInt<U, B>: Sub<B1>,
    HNil: Reserve<HCons<Sub1<UInt<U, B>>, R>>,
{
    type Out = HCons<Gap, <HNil as Reserve<HCons<Sub1<UInt<U, B>>, R>>>::Out>;
}
impl<T> Reserve<HCons<UTerm, HNil>> for HCons<Gap, T> {
    type Out = HCons<usize, T>;
}
impl<T> Reserve<HCons<UTerm, HNil>> for HCons<usize, T> {
    type Out = Self;
}
impl<H: ReserveWithin<HCons<M, R>>, T, M, R> Reserve<HCons<UTerm, HCons<M, R>>> for HCons<H, T> {
    type Out = HCons<H::Out, T>;
}
impl<H, T, U, B, R> Reserve<HCons<UInt<U, B>, R>> for HCons<H, T>
where
    UInt<U, B>: Sub<B1>,
    T: Reserve<HCons<Sub1<UInt<U, B>>, R>>,
{
    type Out = HCons<H, T::Out>;
}
/// [`Reserve`] in a tuple, or where there is nothing yet.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not of one integer-semimodule",
    label = "has a leaf and a tuple at one place of the coordinate"
)]
pub trait ReserveWithin<P> {
    /// All places.
    type Out;
}
impl<P> ReserveWithin<P> for Gap
where
    HNil: Reserve<P>,
{
    type Out = <HNil as Reserve<P>>::Out;
}
impl<P, H, T> ReserveWithin<P> for HCons<H, T>
where
    Self: Reserve<P>,
{
    type Out = <Self as Reserve<P>>::Out;
}

/// Places as coordinates, with leaves for gaps.
pub trait Filled {
    /// A tree of `usize`.
    type Out;
}
impl Filled for Gap {
    type Out = usize;
}
impl Filled for usize {
    type Out = usize;
}
impl Filled for HNil {
    type Out = HNil;
}
impl<H: Filled, T: Filled> Filled for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
}
