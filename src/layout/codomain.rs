//! Layouts into coordinates: the type of their offsets.

use core::fmt;
use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt, UTerm};

use crate::layout::coordinate::{Coordinate, check_natural};
use crate::layout::for_each::{ForEach, Offset};
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::number::Number;
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
impl<L, D, C> IntoCoordinates for L
where
    L: AnyLayout<Stride = D, Modes: ForEach<C>>,
    D: Kind,
    D::Among<HNil>: Filled<Out = C>,
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

/// Places of strides: `usize` for a leaf, an hlist of places for a tuple, or [`Gap`], [`Clash`] or [`NotAll`].
pub trait Places {
    /// These places together with the place at `K`, then `R`.
    type And<K: Number, R: Rest>: Places;
    /// These places together with this one as a leaf.
    type AndLeaf: Places;
    /// [`Zero`], which belongs to every semimodule, or [`Several`] if places clash.
    type Kind: Join;
}
impl Places for HNil {
    type And<K: Number, R: Rest> = <K::IsZero as PlaceIf>::And<K, R, Gap, HNil>;
    type AndLeaf = Clash;
    type Kind = Zero;
}
impl<H: Places, T: Places> Places for HCons<H, T> {
    type And<K: Number, R: Rest> = <K::IsZero as PlaceIf>::And<K, R, H, T>;
    type AndLeaf = Clash;
    type Kind = <H::Kind as Join>::With<T::Kind>;
}
/// A leaf that no stride moves.
pub struct Gap;
impl Places for Gap {
    type And<K: Number, R: Rest> = <HNil as Places>::And<K, R>;
    type AndLeaf = usize;
    type Kind = Zero;
}
impl Places for usize {
    type And<K: Number, R: Rest> = Clash;
    type AndLeaf = usize;
    type Kind = Zero;
}
/// A leaf and a tuple at one place: no coordinate has both.
pub struct Clash;
impl Places for Clash {
    type And<K: Number, R: Rest> = Clash;
    type AndLeaf = Clash;
    type Kind = Several;
}
/// Replaces the places if the stride `D` has none.
pub struct NotAll<D>(PhantomData<D>);
impl<D> Places for NotAll<D> {
    type And<K: Number, R: Rest> = Self;
    type AndLeaf = Self;
    type Kind = Several;
}
/// A place in a coordinate, from some level on.
pub trait Rest {
    /// The places `P` together with this one.
    type Among<P: Places>: Places;
}
impl Rest for HNil {
    type Among<P: Places> = P::AndLeaf;
}
impl<K: Number, R: Rest> Rest for HCons<K, R> {
    type Among<P: Places> = P::And<K, R>;
}
/// `Self`: whether the position `K` is 0.
pub trait PlaceIf {
    /// The places of the modes `H` and `T` together with the one at `K`, then `R`.
    type And<K: Number, R: Rest, H: Places, T: Places>: Places;
}
impl PlaceIf for B1 {
    type And<K: Number, R: Rest, H: Places, T: Places> = HCons<R::Among<H>, T>;
}
impl PlaceIf for B0 {
    type And<K: Number, R: Rest, H: Places, T: Places> = HCons<H, T::And<K::Previous, R>>;
}

/// Places as coordinates, with leaves in place of gaps.
#[diagnostic::on_unimplemented(
    message = "layout: codomain: the strides are not of one integer-semimodule",
    label = "has a leaf and a tuple at one place of the coordinate"
)]
pub trait Filled: Places {
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

/// The kind of strides: [`Zero`], [`Integers`], [`Bits`], [`Points`] or [`Several`].
#[diagnostic::on_unimplemented(
    message = "codomain: no strides, or in generic code those of a layout without the bound `IntegerStrides`",
    label = "are strides of what is not known"
)]
pub trait Kind {
    /// The kind.
    type Out: Join;
    /// The places `P` together with those of the strides.
    type Among<P: Places>: Places;
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
    ($([$($g:tt)*] $stride:ty: $kind:ty, $places:ty;)*) => {$(
        impl<$($g)*> Kind for $stride {
            type Out = $kind;
            type Among<P: Places> = $places;
        }
    )*};
}
kinds! {
    [] Static<UTerm>: Zero, P;
    [U, B] Static<UInt<U, B>>: Integers, NotAll<Self>;
    [I] Dyn<I>: Integers, NotAll<Self>;
    [N] Xor<N>: Bits, NotAll<Self>;
    [N, R: Rest] Basis<N, R>: Points, R::Among<P>;
    [T: Kind] ArithmeticTuple<T>: Points, T::Among<P>;
    [] HNil: Zero, P;
    [R, At, X, Y] Bad<R, At, X, Y>: Zero, P;
}
impl<H: Kind, T: Kind> Kind for HCons<H, T> {
    type Out = <H::Out as Join>::With<T::Out>;
    type Among<P: Places> = H::Among<T::Among<P>>;
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
               integers `layout!((m,n):row_major)`, of a vector `layout!(n:1)`; `layout!(<2,4>)` is a tiler, as in `t.tiles(layout!(<2,4>))` and `t.tiles_mut(layout!(<2,4>))`; in generic code the bound is `IntegerStrides`",
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
impl<S, D: Kind, At> IfOneKind<S, D, At> for Points
where
    KindOfPlaces<D>: IfOneKind<S, D, At>,
{
    type Out = <KindOfPlaces<D> as IfOneKind<S, D, At>>::Out;
    #[inline(always)]
    fn if_one_kind(layout: Layout<S, D>) -> Self::Out {
        KindOfPlaces::<D>::if_one_kind(layout)
    }
}
type KindOfPlaces<D> = <<D as Kind>::Among<HNil> as Places>::Kind;
impl<S, D, At> IfOneKind<S, D, At> for Several {
    type Out = Layout<NoCodomain<At>, NoCodomain<At>>;
    fn if_one_kind(_: Layout<S, D>) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoCodomain<At> = Bad<rule::Codomain, At, Static<UTerm>, Static<UTerm>>;
