//! Swizzles as layouts with XOR strides, and such layouts as swizzles.

use core::marker::PhantomData;
use core::ops::{Add, Shl, Sub};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{
    B0, B1, Cmp, Diff, Equal, Greater, Integer, IsGreaterOrEqual, Less, Log2, Logarithm2, NInt,
    NonZero, PInt, Shleft, Sum, U0, U1, U2, UInt, UTerm, Unsigned, Z0,
};

use crate::f2::{
    Both, Choice, Column, Columns, Fold, Invertible, Linear, Matrix, Runs, Sums, Vector,
};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{self, Integers, Kind, Zero};
use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, ByParts, Layout};
use crate::leaf::arithmetic::PowerOfTwo;
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Known, Static};
use crate::leaf::xor::Xor;
use crate::operation::composition::by_bits::OntoBits;
use crate::operation::composition::{Compose, Composition};
use crate::verdict::{
    Bad, First, HasResult, Of, Place, ResultOf, Unless, Verdict, every, operation, rule,
};

impl<B: Unsigned, M: Unsigned, S: Integer> Swizzle<B, M, S> {
    /// The same function as a layout with XOR strides, of size `2^(B + M + |S|)`.
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U2};
    /// use tilework::{Layout, Swizzle};
    /// let layout: Layout!((8,4):(f1,f9)) = Swizzle::<U2, U0, P3>::new().to_layout();
    /// ```
    #[inline(always)]
    pub fn to_layout(self) -> SwizzleLayout<Self>
    where
        Self: HasLayout,
    {
        Known::VALUE
    }

    /// `self o layout`, as a layout with XOR strides: `r(c) = self(layout(c))`, whose shape refines that
    /// of `layout`: [`composition`](crate::composition()). Where there is none, there is
    /// [`Composed::of`](crate::Composed::of).
    ///
    /// **Errors.** Dynamic leaves (known bits); an extent that is no power of 2, if what is left of it
    /// is no mode (power of 2); integer strides whose offsets are not their XOR (carries).
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U3};
    /// use tilework::{Layout, Swizzle, layout};
    /// let swizzled: Layout!((8,8):(f9,f1)) = Swizzle::<U3, U0, P3>::new().compose(layout!((8,8):(8,1)));
    /// assert_eq!(swizzled.offset((3, 5)), 3 * 8 + (5 ^ 3));
    /// // By name.
    /// let (swizzle, rows) = (Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
    /// assert_eq!(layout!(swizzle o rows), swizzled);
    /// ```
    #[inline(always)]
    pub fn compose<L>(self, layout: L) -> Composition<Self, L>
    where
        Self: Compose<L, Result: ResultOf<operation::o>>,
    {
        crate::composition(self, layout)
    }

    /// `self o first`: a swizzle if it is one, else a layout with XOR strides, of twice the larger of the
    /// sizes of both, so that it extends as they do, unchanged; a product of matrices over F2, whatever the
    /// shifts are.
    ///
    /// ```
    /// use tilework::typenum::{P3, P4, U0, U1, U2};
    /// use tilework::{Layout, Swizzle};
    /// let low = Swizzle::<U1, U0, P3>::new();
    /// let both: Swizzle<U2, U0, P3> = low.after(Swizzle::<U1, U1, P3>::new());
    /// let other: Layout!((8,2,2,2,2):(f1,f9,f16,f34,f64)) = low.after(Swizzle::<U1, U1, P4>::new());
    /// ```
    #[inline(always)]
    pub fn after<G>(self, first: G) -> SwizzleAfter<Self, G>
    where
        Self: AfterSwizzle<G>,
    {
        let _ = first;
        Known::VALUE
    }

    /// The same swizzle of elements of another width: `r(n x + i) = n self(x) + i` for elements `n` times
    /// as small, with `i` below `n`, and the other way for larger ones.
    ///
    /// **Errors.** One width must be a power of 2 times the other (power of 2); larger elements must stay
    /// together (alignment).
    ///
    /// ```
    /// use tilework::typenum::{P3, U3, U4, U8, U16};
    /// use tilework::{Static, Swizzle};
    /// // 16 bytes together, as elements of 16 bits.
    /// let bytes = Swizzle::<U3, U4, P3>::new();
    /// let halves: Swizzle<U3, U3, P3> = bytes.recast(Static::<U8>::new(), Static::<U16>::new());
    /// ```
    ///
    /// ```compile_fail
    /// use tilework::{Static, Swizzle, typenum::{P3, U0, U3, U8, U16}};
    /// Swizzle::<U3, U0, P3>::new().recast(Static::<U8>::new(), Static::<U16>::new());
    /// ```
    #[inline(always)]
    pub fn recast<Old, New>(
        self,
        old: Static<Old>,
        new: Static<New>,
    ) -> SwizzleRecast<Self, Old, New>
    where
        Self: RecastSwizzle<Old, New>,
    {
        let _ = (old, new);
        Known::VALUE
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The swizzle with the function of a layout with XOR strides, as far as the layout goes.
    ///
    /// **Errors.** *Swizzle*, while compiling, where there is none.
    ///
    /// ```
    /// use tilework::typenum::{P2, U1, U2};
    /// use tilework::{Swizzle, layout};
    /// let swizzle: Swizzle<U2, U1, P2> = layout!((8,4):(f1,f10)).to_swizzle();
    /// ```
    ///
    /// ```compile_fail
    /// tilework::layout!((8,4):(f1,f11)).to_swizzle();
    /// ```
    #[inline(always)]
    pub fn to_swizzle(self) -> SwizzleWith<Self>
    where
        Self: IsSwizzle,
    {
        Known::VALUE
    }
}

/// Swizzles as functions that are linear over F2: all.
pub trait HasLayout {
    /// The function.
    type Function: Linear;
    /// Its size, a power of 2.
    type Size;
    /// The layout with XOR strides.
    type Layout: AnyLayout + Known;
}
/// The layout with XOR strides that has the function of the swizzle `F`.
pub type SwizzleLayout<F> = <F as HasLayout>::Layout;

/// Swizzles after the swizzle `G`: all.
pub trait AfterSwizzle<G> {
    /// A swizzle, or a layout with XOR strides.
    type Output: Known;
}
/// `F o G`, of swizzles.
pub type SwizzleAfter<F, G> = <F as AfterSwizzle<G>>::Output;

/// Layouts with XOR strides that are swizzles.
pub trait IsSwizzle {
    /// The swizzle.
    type Output: Known;
}
/// The swizzle with the function of the layout `L`.
pub type SwizzleWith<L> = <L as IsSwizzle>::Output;

impl<B, M, S, F: Linear, P: Vector> HasLayout for Swizzle<B, M, S>
where
    S: Folds<B, M, Function = F, Size = P>,
    ImageOf<P, F>: AnyLayout + Known,
{
    type Function = F;
    type Size = P;
    type Layout = ImageOf<P, F>;
}
/// The layout of the values of `F` at as many bits as `P` has below its highest.
type ImageOf<P, F> = ByParts<<<<P as Vector>::Half as Vector>::Values<U1, F> as Runs>::Layout>;
/// The same at one bit more.
type ImageBeyond<P, F> = ByParts<<<P as Vector>::Values<U1, F> as Runs>::Layout>;

/// The swizzle of `B` bits from `M` on with the shift `Self`.
pub trait Folds<B, M> {
    /// The function.
    type Function;
    /// The power of 2 past which it is the identity on multiples.
    type Size;
}
impl<B, M> Folds<B, M> for Z0
where
    U1: Shl<B, Output: Vector> + Shl<M, Output: Vector>,
{
    type Function = Fold<Shleft<U1, B>, Shleft<U1, M>, Shleft<U1, M>>;
    type Size = <Shleft<U1, B> as Vector>::Times<Shleft<U1, M>>;
}
impl<B, M, U, Low, High> Folds<B, M> for PInt<U>
where
    U: Unsigned + NonZero,
    U1: Shl<B, Output: Vector> + Shl<M, Output = Low>,
    Low: Shl<U, Output = High> + Vector,
    High: Vector,
{
    type Function = Fold<Shleft<U1, B>, High, Low>;
    type Size = <Shleft<U1, B> as Vector>::Times<High>;
}
impl<B, M, U, Low, High> Folds<B, M> for NInt<U>
where
    U: Unsigned + NonZero,
    U1: Shl<B, Output: Vector> + Shl<M, Output = Low>,
    Low: Shl<U, Output = High> + Vector,
    High: Vector,
{
    type Function = Fold<Shleft<U1, B>, Low, High>;
    type Size = <Shleft<U1, B> as Vector>::Times<High>;
}

impl<B, M, S, F, LS, LD, K, RS, RD> Compose<Layout<LS, LD>> for Swizzle<B, M, S>
where
    Self: HasLayout<Function = F>,
    LD: Kind<Out = K>,
    K: SwizzleKind<F, SwizzleLayout<Self>, Layout<LS, LD>, Out = Layout<RS, RD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_compose(self, layout: Layout<LS, LD>) -> Result<Layout<RS, RD>, Error>
    where
        Layout<RS, RD>: AnyResult,
    {
        K::swizzle_kind(layout).validated(Operation::Composition)
    }
}
/// The linear function `F`, that of the layout `A`, after the layout `L`, whose strides are of the kind
/// `Self`.
pub trait SwizzleKind<F, A, L> {
    /// The layout, with a verdict in it if there is none.
    type Out;
    /// The layout.
    fn swizzle_kind(layout: L) -> Self::Out;
}
impl<F, A, S, D, R> SwizzleKind<F, A, Layout<S, D>> for codomain::Bits
where
    S: OntoBits<D, F, (A, Layout<S, D>), First, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn swizzle_kind(layout: Layout<S, D>) -> R {
        let (shape, stride) = layout.into_parts();
        shape.onto_bits(stride)
    }
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<F, A, S, D, X, M, V, RS, RD> SwizzleKind<F, A, Layout<S, D>> for $kind
        where
            D: IntoBits<Out = X>,
            Layout<S, X>: AnyLayout<Modes = M>,
            M: Sums,
            M::Carries<UTerm, Place<A, Layout<S, D>, every>>: Verdict<Out = V>,
            S: OntoBits<X, F, (A, Layout<S, D>), First, Out = Layout<RS, RD>>,
            V: Unless<RS, RD>,
        {
            type Out = V::Out;
            #[inline(always)]
            fn swizzle_kind(layout: Layout<S, D>) -> V::Out {
                let (shape, stride) = layout.into_parts();
                V::unless(shape.onto_bits(stride.into_bits()))
            }
        }
    )*};
}
integers!(Zero Integers);

/// Integer strides as XOR strides.
pub trait IntoBits {
    /// The strides.
    type Out;
    /// The strides.
    fn into_bits(self) -> Self::Out;
}
impl<N: Vector> IntoBits for Static<N> {
    type Out = N::Stride;
    #[inline(always)]
    fn into_bits(self) -> N::Stride {
        Known::VALUE
    }
}
impl<R, At, X, Y> IntoBits for Bad<R, At, X, Y> {
    type Out = Self;
    fn into_bits(self) -> Self {
        self
    }
}
impl<I> IntoBits for Dyn<I> {
    type Out = Xor<Self>;
    #[inline(always)]
    fn into_bits(self) -> Xor<Self> {
        Xor(self)
    }
}
impl IntoBits for HNil {
    type Out = HNil;
    #[inline(always)]
    fn into_bits(self) -> HNil {
        HNil
    }
}
impl<H: IntoBits, T: IntoBits> IntoBits for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    #[inline(always)]
    fn into_bits(self) -> Self::Out {
        cons(self.head.into_bits(), self.tail.into_bits())
    }
}

impl<B, M, S, B1, M1, S1, F: Linear, G: Linear, P, Q, Found, R> AfterSwizzle<Swizzle<B1, M1, S1>>
    for Swizzle<B, M, S>
where
    Self: HasLayout<Function = F, Size = P>,
    Swizzle<B1, M1, S1>: HasLayout<Function = G, Size = Q>,
    P: Vector,
    Q: Vector,
    ImageBeyond<P::Or<Q>, Both<F, G>>: Brought<Out = Found>,
    Found: SwizzleOr<ImageBeyond<P::Or<Q>, Both<F, G>>, Out = R>,
    R: Known,
{
    type Output = R;
}

/// What each bit of the coordinates of a layout brings beside itself.
pub trait Brought {
    /// [`Nothing`], [`Moved`] or [`Otherwise`].
    type Out;
}
impl<S, D, M> Brought for Layout<S, D>
where
    Self: AnyLayout<Modes = M>,
    M: Matrix<Invertible<Self>>,
    M::Columns<U1, First>: Field,
{
    type Out = <M::Columns<U1, First> as Field>::Begin;
}
/// No bit moves.
pub struct Nothing;
/// The bits from `From` on are brought to those from `To` on, as many as `Bits` says.
pub struct Moved<Bits, From, To>(PhantomData<(Bits, From, To)>);
/// No swizzle.
pub struct Otherwise;

/// Columns as those of a swizzle.
pub trait Field {
    /// So far no bit moves.
    type Begin;
    /// `Bits` bits have, from `From` to `To`; the next is `Next`.
    type Middle<Bits: Vector, From, To, Next: Vector>;
    /// None may move any more.
    type End<R>;
}
impl Field for HNil {
    type Begin = Nothing;
    type Middle<Bits: Vector, From, To, Next: Vector> = Moved<Bits, From, To>;
    type End<R> = R;
}
impl<V: Vector, P: Vector, C: Columns + Field> Field for Column<V, P, C> {
    type Begin = <<V::Xor<P> as Vector>::IsZero as Choice>::If<
        C::Begin,
        C::Middle<U2, P, V::Xor<P>, <V::Xor<P> as Vector>::Twice>,
    >;
    type Middle<Bits: Vector, From, To, Next: Vector> =
        <<V::Xor<P> as Vector>::IsZero as Choice>::If<
            C::End<Moved<Bits, From, To>>,
            <<<V::Xor<P> as Vector>::Xor<Next> as Vector>::IsZero as Choice>::If<
                C::Middle<Bits::Twice, From, To, Next::Twice>,
                Otherwise,
            >,
        >;
    type End<R> = <<V::Xor<P> as Vector>::IsZero as Choice>::If<C::End<R>, Otherwise>;
}
impl<R, At, X, Y> Field for Bad<R, At, X, Y> {
    type Begin = Otherwise;
    type Middle<Bits: Vector, From, To, Next: Vector> = Otherwise;
    type End<S> = Otherwise;
}

/// The swizzle that moves the bits `Self`, or `L` where there is none.
pub trait SwizzleOr<L> {
    /// A swizzle, or `L`.
    type Out;
}
impl<L> SwizzleOr<L> for Nothing {
    type Out = Swizzle<U0, U0, Z0>;
}
impl<L> SwizzleOr<L> for Otherwise {
    type Out = L;
}
impl<L, B, F, T, C, X, Y, P, O> SwizzleOr<L> for Moved<B, F, T>
where
    Static<T>: PowerOfTwo<Out = P>,
    B: Logarithm2<Output = C>,
    F: Logarithm2<Output = X>,
    T: Logarithm2<Output = Y>,
    X: Cmp<Y, Output = O>,
    O: Shifted<P, C, X, Y, L>,
{
    type Out = O::Out;
}
/// The swizzle of `B` bits from `X` to `Y`, if these are single bits (`P`), or `L`. `Self` says how `X`
/// compares with `Y`.
pub trait Shifted<P, B, X, Y, L> {
    /// A swizzle, or `L`.
    type Out;
}
impl<P, B, X, Y, L> Shifted<P, B, X, Y, L> for Equal {
    type Out = L;
}
impl<P, B, X: Sub<Y, Output = D>, Y, L, D, G> Shifted<P, B, X, Y, L> for Greater
where
    D: Unsigned + NonZero + IsGreaterOrEqual<B, Output = G>,
    P: Choice,
    G: Choice,
{
    type Out = <P::And<G> as Choice>::If<Swizzle<B, Y, PInt<D>>, L>;
}
impl<P, B, X, Y: Sub<X, Output = D>, L, D, G> Shifted<P, B, X, Y, L> for Less
where
    D: Unsigned + NonZero + IsGreaterOrEqual<B, Output = G>,
    P: Choice,
    G: Choice,
{
    type Out = <P::And<G> as Choice>::If<Swizzle<B, X, NInt<D>>, L>;
}

impl<S, D, F, R> IsSwizzle for Layout<S, D>
where
    Self: Brought<Out = F>,
    F: SwizzleOr<NoSwizzle<Self>, Out = R>,
    R: Known + Verdict<Out: HasResult<operation::to_swizzle_of>>,
{
    type Output = R;
}
type NoSwizzle<L> = Bad<rule::Swizzle, Of<L>, HNil, HNil>;

/// Swizzles of elements of `Old` bits that are swizzles of elements of `New` bits.
pub trait RecastSwizzle<Old, New> {
    /// The swizzle.
    type Output: Known;
}
/// The swizzle `F` of elements of `Old` bits as one of elements of `New` bits.
pub type SwizzleRecast<F, Old, New> = <F as RecastSwizzle<Old, New>>::Output;

// For all types, as the compiler would quote an impl for swizzles.
impl<F, Old, New, R> RecastSwizzle<Old, New> for F
where
    F: CastSwizzle<Old, New, Out = R>,
    R: Known + Verdict<Out: HasResult<operation::recast_of>>,
{
    type Output = R;
}
/// [`RecastSwizzle`] before the verdict.
pub trait CastSwizzle<Old, New> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<B, M, S, Old, New, Smaller, Larger, R> CastSwizzle<Old, New> for Swizzle<B, M, S>
where
    Self: HasLayout,
    Old: ExactDiv<New, Out = Smaller>,
    New: ExactDiv<Old, Out = Larger>,
    Smaller: Widths<Larger, B, M, S, New, SwizzleLayout<Self>, Out = R>,
{
    type Out = R;
}
impl<B, M, S> Verdict for Swizzle<B, M, S> {
    type Out = HNil;
}
/// Elements are `Self` times as small, or `Larger` times as large.
pub trait Widths<Larger, B, M, S, New, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<U, C, Larger, B, M, S, New, L, F> Widths<Larger, B, M, S, New, L> for UInt<U, C>
where
    Static<Self>: PowerOfTwo<Out = F>,
    Self: Logarithm2,
    M: Add<Log2<Self>>,
    F: AtBase<B, Sum<M, Log2<Self>>, S, Self, L>,
{
    type Out = F::Out;
}
impl<U, C, B, M, S, New, L, F, G> Widths<UInt<U, C>, B, M, S, New, L> for Inexact
where
    Static<UInt<U, C>>: PowerOfTwo<Out = F>,
    UInt<U, C>: Logarithm2,
    M: IsGreaterOrEqual<Log2<UInt<U, C>>, Output = G>,
    (F, B, G): Raised<B, M, S, UInt<U, C>, L>,
{
    type Out = <(F, B, G) as Raised<B, M, S, UInt<U, C>, L>>::Out;
}
impl<B, M, S, New, L> Widths<Inexact, B, M, S, New, L> for Inexact {
    type Out = NotPower<L, New>;
}
type NotPower<L, N> = Bad<rule::PowerOfTwo, Of<L>, Static<N>, Static<UTerm>>;
/// The swizzle at the base `M`, if `Self` is true.
pub trait AtBase<B, M, S, N, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<U, C, M, S, N, L> AtBase<UInt<U, C>, M, S, N, L> for B1 {
    type Out = Swizzle<UInt<U, C>, M, S>;
}
// Where nothing is XORed the base does not matter.
impl<M, S, N, L> AtBase<UTerm, M, S, N, L> for B1 {
    type Out = Swizzle<U0, U0, S>;
}
impl<B, M, S, N, L> AtBase<B, M, S, N, L> for B0 {
    type Out = NotPower<L, N>;
}
/// The swizzle of elements `N` times as large. `Self`: whether that is a power of 2, how many bits it
/// has, and whether blocks of so many stay together.
pub trait Raised<B, M, S, N, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<B, G, M, S, N, L> Raised<B, M, S, N, L> for (B0, B, G) {
    type Out = NotPower<L, N>;
}
impl<G, M, S, N, L> Raised<UTerm, M, S, N, L> for (B1, UTerm, G) {
    type Out = Swizzle<U0, U0, S>;
}
impl<U, C, M: Sub<Log2<N>>, S, N: Logarithm2, L> Raised<UInt<U, C>, M, S, N, L>
    for (B1, UInt<U, C>, B1)
{
    type Out = Swizzle<UInt<U, C>, Diff<M, Log2<N>>, S>;
}
impl<U, C, M, S, N, L> Raised<UInt<U, C>, M, S, N, L> for (B1, UInt<U, C>, B0)
where
    U1: Shl<M>,
{
    type Out = Bad<rule::Alignment, Of<L>, Static<Shleft<U1, M>>, Static<N>>;
}
