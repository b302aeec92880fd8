//! Swizzles as layouts with XOR strides, and such layouts as swizzles.

use core::ops::Shl;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{Integer, NInt, NonZero, PInt, Shleft, U1, UTerm, Unsigned, Z0};

use self::of_layout::{Brought, FindSwizzle, SwizzleOr};
use crate::f2::{Both, Fold, Linear, Runs, Sums, Vector};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Integers, Kind, Zero};
use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, ByParts, Layout, codomain};
use crate::leaf::int::{Dyn, Known, Static};
use crate::leaf::xor::Xor;
use crate::operation::composed::recast::{FunctionRecast, RecastFunction};
use crate::operation::composition::by_bits::OntoBits;
use crate::operation::composition::{Compose, Composition};
use crate::plain::plain;
use crate::verdict::{Bad, First, Place, ResultOf, Unless, Verdict, every, operation, rule};

mod of_layout;
mod recast;

pub use recast::CastSwizzle;

impl<B: Unsigned, M: Unsigned, S: Integer> Swizzle<B, M, S> {
    /// The same function as a layout with XOR strides, of size `2^(B + M + |S|)`. Past that it goes on as
    /// layouts do, the last mode without end: see [`Swizzle::compose`].
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
    /// It has this function on its size. Past that, where a composition or a padded divide asks, it goes
    /// on as layouts do, the last mode without end, and not as the swizzle does:
    /// [`Composed::of`](crate::Composed::of) keeps the function there, too.
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
    ) -> FunctionRecast<Self, Old, New>
    where
        Self: RecastFunction<Old, New>,
    {
        let _ = (old, new);
        plain(self.recast_function())
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
    pub fn to_swizzle<R: ResultOf<operation::to_swizzle_of> + Known>(self) -> R::Layout
    where
        Self: FindSwizzle<Result = R>,
    {
        R::VALUE.layout()
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

#[diagnostic::do_not_recommend]
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
macro_rules! other_kinds {
    ($($kind:ident)*) => {$(
        impl<F, A, S, D> SwizzleKind<F, A, Layout<S, D>> for codomain::$kind {
            type Out = Layout<NoBits<A, S, D>, NoBits<A, S, D>>;
            fn swizzle_kind(_: Layout<S, D>) -> Self::Out {
                Layout::sound(Bad::new(), Bad::new())
            }
        }
    )*};
}
other_kinds!(Points Several);
type NoBits<A, S, D> = Bad<rule::Codomain, Place<A, Layout<S, D>, every>, HNil, HNil>;

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
