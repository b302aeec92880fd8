//! Layouts into coordinates: the type of their offsets.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Sub;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B1, Sub1, UInt, UTerm};

use crate::layout::coordinate::{Coordinate, check_natural};
use crate::layout::for_each::{ForEach, Offset};
use crate::layout::modes::Mode;
use crate::layout::{AnyLayout, Layout, ModesOf, Shape};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::verdict::{Bad, rule};

/// Layouts whose strides are multiples of basis elements: their offsets are coordinates.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: not a layout whose strides are all coordinates, or in generic code one without the bound `IntoCoordinates`"
)]
pub trait IntoCoordinates: AnyLayout<Modes: ForEach<Self::Coordinate>> {
    /// A tree of `usize`: the smallest tree that has a leaf at the place of each stride. It is `HList![usize, usize]`
    /// for `(4,8):(e0,e1)`, and `HNil` if nothing moves.
    type Coordinate: Offset + fmt::Debug + PartialEq;
}
/// The coordinates that a layout maps coordinates to.
pub type CoordinateOf<L> = <L as IntoCoordinates>::Coordinate;

#[diagnostic::do_not_recommend]
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
    S: Shape,
    D: Copy,
{
    /// The coordinate that a layout into coordinates maps a coordinate to, `sum_i c_i d_i`. It is the counterpart of
    /// [`Layout::offset`] for integer strides. ([004](crate::guide::papers), section 2.3.1.)
    ///
    /// Its type has all places of the strides, also those whose value is 0. The value level leaves these out: `e1` for
    /// `(0,1)`.
    ///
    /// ```
    /// use tilework::{hlist, layout};
    /// let tiles = layout!(((4,2),8):((e0,4*e0),3*e1));
    /// assert_eq!(tiles.coordinate(((1, 1), 5)), hlist![1 + 4, 3 * 5]);
    /// assert_eq!(tiles.coordinate(63), hlist![7, 21]);
    /// assert_eq!(layout!((2,2):(e0,e1)).coordinate((0, 1)), hlist![0, 1]);
    /// ```
    #[inline(always)]
    pub fn coordinate<K: Goes<S, D, Coordinate = O>, C: Coordinate<O, S, D>, O: Offset>(
        self,
        coordinate: C,
    ) -> O
    where
        D: Kind<Out = K>,
    {
        check_natural(coordinate);
        coordinate.offset(self.shape(), self.stride())
    }
}

/// The codomain of `S:D`. `Self` is the kind of the strides.
#[diagnostic::on_unimplemented(
    message = "coordinate: codomain: the strides are no coordinates; integers are `offset`s",
    label = "has no result"
)]
pub trait Goes<S, D> {
    /// The type of coordinates.
    type Coordinate;
}
macro_rules! goes {
    ($($kind:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S, D> Goes<S, D> for $kind
        where
            Layout<S, D>: IntoCoordinates,
        {
            type Coordinate = CoordinateOf<Layout<S, D>>;
        }
    )*};
}
goes!(Zero Points);

/// The places of the strides of flat modes, as a tree with [`Gap`] where no stride has its place.
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

/// A stride, or a tree of strides, added to the places `T` of those that follow.
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
impl<T, U: ReserveAll<T>> PlaceIn<T> for ArithmeticTuple<U> {
    type Out = U::Out;
}
impl<T> PlaceIn<T> for HNil {
    type Out = T;
}
impl<H: PlaceIn<U::Out>, U: PlaceIn<T>, T> PlaceIn<T> for HCons<H, U> {
    type Out = H::Out;
}
impl<R, At, X, Y, T> PlaceIn<T> for Bad<R, At, X, Y> {
    type Out = T;
}
/// Replaces the places if the stride `D` has none.
pub struct NotAll<D>(PhantomData<D>);
macro_rules! not_all {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<T, $($g),*> PlaceIn<T> for $stride {
            type Out = NotAll<Self>;
        }
    )*};
}
not_all! {
    [U B] Static<UInt<U, B>>;
    [I] Dyn<I>;
    [N] Xor<N>;
}
impl<P, D> Reserve<P> for NotAll<D> {
    type Out = Self;
}
impl<D> Filled for NotAll<D>
where
    Self: AllCoordinates,
{
    type Out = <Self as AllCoordinates>::Coordinate;
}
/// Places, if all strides have one. Other strides give one error, whatever they are: without this trait there are no
/// coordinates, so nothing more is reported about them.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not all coordinates",
    label = "has a stride that is no multiple of a basis element"
)]
pub trait AllCoordinates {
    /// The coordinates, which do not exist.
    type Coordinate;
}

/// The places `T` together with those of the terms `Self`.
pub trait ReserveAll<T> {
    /// All of them.
    type Out;
}
impl<T> ReserveAll<T> for HNil {
    type Out = T;
}
impl<N, P, U: ReserveAll<T::Out>, T: Reserve<P>> ReserveAll<T> for HCons<Basis<N, P>, U> {
    type Out = U::Out;
}

/// A leaf that no stride moves.
pub struct Gap;

/// A leaf and a tuple at one place: no coordinate has both.
pub struct Clash;

/// Places together with `P`.
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
impl<T> Reserve<HCons<UTerm, HNil>> for HCons<Clash, T> {
    type Out = Self;
}
impl<H, U, T> Reserve<HCons<UTerm, HNil>> for HCons<HCons<H, U>, T> {
    type Out = HCons<Clash, T>;
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
/// [`Reserve`] inside one place.
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
impl<P> ReserveWithin<P> for usize {
    type Out = Clash;
}
impl<P> ReserveWithin<P> for Clash {
    type Out = Clash;
}

/// Places as coordinates, with leaves in place of gaps.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not of one integer-semimodule",
    label = "has a leaf and a tuple at one place of the coordinate"
)]
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

/// The kind of strides: [`Zero`], [`Integers`], [`Bits`], [`Points`] or [`Several`].
#[diagnostic::on_unimplemented(
    message = "codomain: no strides, or in generic code those of a layout without the bound `IntegerStrides`",
    label = "are strides of what is not known"
)]
pub trait Kind {
    /// The kind.
    type Out: Join;
}
/// Only 0, which belongs to every semimodule.
pub struct Zero;
/// Integers.
pub struct Integers;
/// Vectors of bits.
pub struct Bits;
/// Coordinates.
pub struct Points;
/// Elements of several semimodules.
pub struct Several;
macro_rules! kinds {
    ($([$($g:ident)*] $stride:ty: $kind:ty;)*) => {$(
        impl<$($g),*> Kind for $stride {
            type Out = $kind;
        }
    )*};
}
kinds! {
    [] Static<UTerm>: Zero;
    [U B] Static<UInt<U, B>>: Integers;
    [I] Dyn<I>: Integers;
    [N] Xor<N>: Bits;
    [N P] Basis<N, P>: Points;
    [T] ArithmeticTuple<T>: Points;
    [] HNil: Zero;
    [R At X Y] Bad<R, At, X, Y>: Zero;
    // The places of coordinates, which belong to one semimodule unless they clash.
    [] usize: Zero;
    [] Gap: Zero;
    [] Clash: Several;
}
impl<H: Kind, T: Kind> Kind for HCons<H, T> {
    type Out = <H::Out as Join>::With<T::Out>;
}

/// Strides whose offsets are integers: each leaf is an integer or bits.
pub trait ToIntegers {}
impl<N> ToIntegers for Xor<N> {}
/// Strides whose leaves are all integers.
pub trait IntegerStride: Shape + ToIntegers {}
macro_rules! integers {
    ($([$($g:tt)*] $stride:ty;)*) => {$(
        impl<$($g)*> ToIntegers for $stride {}
        impl<$($g)*> IntegerStride for $stride where Self: Shape {}
    )*};
}
integers! {
    [N] Static<N>;
    [I] Dyn<I>;
    [] HNil;
    [R, At, X, Y] Bad<R, At, X, Y>;
}
impl<H: ToIntegers, T: ToIntegers> ToIntegers for HCons<H, T> {}
impl<H: IntegerStride, T: IntegerStride> IntegerStride for HCons<H, T> {}

/// Layouts with integer strides: the bound of [`Tensor::new`](crate::Tensor::new), since a [`Tensor`](crate::Tensor) of
/// data has such strides.
#[diagnostic::on_unimplemented(
    message = "tensor: a layout with integer strides is wanted: of a shape it is `layout!((6,8):row_major)`, of dynamic \
               integers `layout!((m,n):row_major)`, and of a vector `layout!(n:1)`; in generic code the bound is `IntegerStrides`",
    label = "is no layout with integer strides",
    note = "codomain: XOR strides come before such, in `Tensor::through(data, composed)`, and coordinates are in \
            `Tensor::coordinates`; in `layout!` `f1` and `e1` are strides, and `{{f1}}` and `{{e1}}` integers of these names"
)]
// The stride has no bound here: in generic code that would be a bound on its hlist, from which rustc would infer
// others.
pub trait IntegerStrides: IntegerOffsets {}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout<Stride: IntegerStride>> IntegerStrides for L {}
/// Layouts with integer or XOR strides, so that offsets are integers: the bound of
/// [`Composed::of`](crate::Composed::of) in generic code.
#[diagnostic::on_unimplemented(
    message = "composed: codomain: the offsets are coordinates, where a function of integers comes after them, or in \
               generic code those of a layout without the bound `IntegerOffsets`",
    label = "has offsets that are coordinates, or of which nothing is known"
)]
pub trait IntegerOffsets: AnyLayout {}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout<Stride: ToIntegers>> IntegerOffsets for L {}
/// The kinds whose offsets are integers.
pub trait NoCoordinates {}
#[diagnostic::do_not_recommend]
impl NoCoordinates for Zero {}
#[diagnostic::do_not_recommend]
impl NoCoordinates for Integers {}
#[diagnostic::do_not_recommend]
impl NoCoordinates for Bits {}

/// The kinds that have a largest offset.
#[diagnostic::on_unimplemented(
    message = "cosize: codomain: the offsets are coordinates, of which none is the largest",
    label = "has no result"
)]
pub trait WithLargest {}
#[diagnostic::do_not_recommend]
impl<K: NoCoordinates> WithLargest for K {}
/// Strides of the kind `K`, where `K` is to be inferred.
#[diagnostic::on_unimplemented(
    message = "codomain: no strides of which the kind is known; in generic code write `AnyLayout::cosize(layout)`",
    label = "is of strides of what is not known"
)]
pub trait OfKind<K> {}
#[diagnostic::do_not_recommend]
impl<D: Kind<Out = K>, K> OfKind<K> for D {}

/// The union of kinds, as functions on types.
pub trait Join {
    /// The union with the kind `K`.
    type With<K: Join>: Join;
    /// The union with integers.
    type WithIntegers: Join;
    /// The union with bits.
    type WithBits: Join;
    /// The union with coordinates.
    type WithPoints: Join;
}
macro_rules! join {
    ($($kind:ty: $with:ty, $integers:ty, $bits:ty, $points:ty;)*) => {$(
        impl Join for $kind {
            type With<K: Join> = $with;
            type WithIntegers = $integers;
            type WithBits = $bits;
            type WithPoints = $points;
        }
    )*};
}
join! {
    Zero: K, Integers, Bits, Points;
    Integers: K::WithIntegers, Integers, Several, Several;
    Bits: K::WithBits, Several, Bits, Several;
    Points: K::WithPoints, Several, Several, Points;
    Several: Several, Several, Several, Several;
}

/// The layout `S:D` if `Self` is one kind, else the verdict.
pub trait IfOneKind<S, D, At> {
    /// The layout.
    type Out;
    /// The layout.
    fn if_one_kind(layout: Layout<S, D>) -> Self::Out;
}
macro_rules! one_kind {
    ($($kind:ident)*) => {$(
        impl<S, D, At> IfOneKind<S, D, At> for $kind {
            type Out = Layout<S, D>;
            #[inline(always)]
            fn if_one_kind(layout: Layout<S, D>) -> Layout<S, D> {
                layout
            }
        }
    )*};
}
one_kind!(Zero Integers Bits);
// All coordinates have one profile.
impl<S, D, At, P, K, R> IfOneKind<S, D, At> for Points
where
    D: PlaceIn<HNil, Out = P>,
    P: Kind<Out = K>,
    K: IfOneKind<S, D, At, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn if_one_kind(layout: Layout<S, D>) -> R {
        K::if_one_kind(layout)
    }
}
impl<S, D, At> IfOneKind<S, D, At> for Several {
    type Out = Layout<NoCodomain<At>, NoCodomain<At>>;
    fn if_one_kind(_: Layout<S, D>) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoCodomain<At> = Bad<rule::Codomain, At, Static<UTerm>, Static<UTerm>>;
