//! Compositions with composed layouts and swizzles on the right.
//!
//! They are functions, so that any other may come after them: `A o (F o n o B)` is `(A o F) o n o B`, where `A
//! o F` is a composed layout at integral coordinates. A layout after a swizzle is a layout where the types see
//! that there is one.

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::Error;
use typenum::{B0, B1, IsGreaterOrEqual, U0, UInt, UTerm};

use crate::f2::{Choice, Sums};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::composed::Composed;
use crate::layout::modes::StaticSize;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Known, Static};
use crate::operation::composition::Compose;
use crate::operation::composition::by_bits::IntoIntegers;
use crate::operation::swizzle::{HasLayout, IntoBits};
use crate::verdict::{Bad, Place, Verdict, every, rule};

/// Functions of offsets before the function `F`: `F o Self`.
pub trait Before<F> {
    /// A composed layout, or that of functions of offsets.
    type Out;
    /// The same.
    fn before(self, outer: F) -> Self::Out;
}
impl<F: OffsetMap, S, D> Before<F> for Layout<S, D> {
    type Out = Composed<F, Static<U0>, Self>;
    #[inline(always)]
    fn before(self, outer: F) -> Self::Out {
        Composed::sound(outer, Static::new(), self)
    }
}
impl<F: OffsetMap, B, M, W> Before<F> for Swizzle<B, M, W> {
    type Out = Composed<F, Static<U0>, Self>;
    #[inline(always)]
    fn before(self, outer: F) -> Self::Out {
        Composed::sound(outer, Static::new(), self)
    }
}
impl<F, G: Before<F>, N, L> Before<F> for Composed<G, N, L> {
    type Out = Composed<G::Out, N, L>;
    #[inline(always)]
    fn before(self, outer: F) -> Self::Out {
        let (first, added, inner) = self.into_parts();
        Composed::sound(first.before(outer), added, inner)
    }
}

// What decides is `Self` and what follows from it here: before the right operand is inferred, rustc tries these
// impls, and must not get far.
macro_rules! before_composed {
    ($([$($g:ident)*] $outer:ty, $first:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g,)* N, L, R> Compose<Composed<$first, N, L>> for $outer
        where
            Self: Copy,
            Composed<$first, N, L>: Before<Self, Out = R>,
        {
            const SEAL: Seal = Seal;
            type Result = R;
            #[inline(always)]
            fn try_compose(self, first: Composed<$first, N, L>) -> Result<R, Error>
            where
                R: AnyResult,
            {
                Ok(first.before(self))
            }
        }
    )*};
}
before_composed! {
    [H O K F] Composed<H, O, K>, F;
    [B M W S D] Swizzle<B, M, W>, Layout<S, D>;
    [B M W F O G] Swizzle<B, M, W>, Composed<F, O, G>;
}

#[diagnostic::do_not_recommend]
impl<S, D, F, N, L, K> Compose<Composed<F, N, L>> for Layout<S, D>
where
    Self: Copy,
    D: Kind<Out = K>,
    K: BeforeKind<Self, Composed<F, N, L>>,
{
    const SEAL: Seal = Seal;
    type Result = K::Out;
    #[inline(always)]
    fn try_compose(self, first: Composed<F, N, L>) -> Result<K::Out, Error>
    where
        K::Out: AnyResult,
    {
        Ok(K::before_kind(first, self))
    }
}
/// The layout `A`, whose strides are of the kind `Self`, after the composed layout `C`.
pub trait BeforeKind<A, C> {
    /// A composed layout, or the verdict.
    type Out;
    /// The same.
    fn before_kind(first: C, outer: A) -> Self::Out;
}
macro_rules! before_kinds {
    ($($kind:ident)*) => {$(
        impl<A, C: Before<A>> BeforeKind<A, C> for $kind {
            type Out = C::Out;
            #[inline(always)]
            fn before_kind(first: C, outer: A) -> C::Out {
                first.before(outer)
            }
        }
    )*};
}
before_kinds!(Zero Integers Bits);
impl<A, C> BeforeKind<A, C> for Points {
    type Out = Layout<NoForm, NoForm>;
    fn before_kind(_: C, _: A) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoForm = Bad<rule::ComposedOfPoints, (), (), ()>;

macro_rules! before_swizzles {
    ($([$($g:ident)*] $outer:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g: Copy,)* B, M, W, R> Compose<Swizzle<B, M, W>> for $outer
        where
            B: After<Self, Swizzle<B, M, W>, Out = R>,
        {
            const SEAL: Seal = Seal;
            type Result = R;
            #[inline(always)]
            fn try_compose(self, _: Swizzle<B, M, W>) -> Result<R, Error>
            where
                R: AnyResult,
            {
                B::after(self)
            }
        }
    )*};
}
before_swizzles! {
    [S D] Layout<S, D>;
    [F N L] Composed<F, N, L>;
}
/// A layout or composed layout `L` after the swizzle `W` of `Self` bits: over the size of that.
pub trait After<L, W> {
    /// A layout or a composed one.
    type Out;
    /// The same.
    fn after(layout: L) -> Result<Self::Out, Error>;
}
macro_rules! bits {
    ($([$($g:ident)*] $bits:ty;)*) => {$(
        impl<$($g,)* S, D, W, K> After<Layout<S, D>, W> for $bits
        where
            D: Kind<Out = K>,
            K: AfterKind<Layout<S, D>, W>,
        {
            type Out = K::Out;
            #[inline(always)]
            fn after(layout: Layout<S, D>) -> Result<K::Out, Error> {
                K::after_kind(layout)
            }
        }
        impl<$($g,)* F, N, L, W, A> After<Composed<F, N, L>, W> for $bits
        where
            Composed<F, N, L>: OffsetMap,
            W: HasLayout<Layout = A>,
            A: Known,
        {
            type Out = Composed<Composed<F, N, L>, Static<U0>, A>;
            #[inline(always)]
            fn after(composed: Composed<F, N, L>) -> Result<Self::Out, Error> {
                Ok(Composed::sound(composed, Static::new(), A::VALUE))
            }
        }
    )*};
}
bits! {
    [] UTerm;
    [U X] UInt<U, X>;
}
/// [`After`] of a layout `L` whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(
    message = "composition: codomain: the strides are not of one integer-semimodule"
)]
pub trait AfterKind<L, W> {
    /// A layout or a composed one.
    type Out;
    /// The same.
    fn after_kind(layout: L) -> Result<Self::Out, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<L: AnyLayout<IsStatic = F>, W: HasLayout, F: IntegersAfter<L, W>> AfterKind<L, W>
            for $kind
        {
            type Out = F::Out;
            #[inline(always)]
            fn after_kind(layout: L) -> Result<F::Out, Error> {
                Ok(F::integers_after(layout))
            }
        }
    )*};
}
integers!(Zero Integers);
impl<L, W, A, RS, RD, V> AfterKind<L, W> for Bits
where
    W: HasLayout<Layout = A>,
    A: Known,
    L: Compose<A, Result = Layout<RS, RD>>,
    Layout<RS, RD>: AnyResult,
    RS: Verdict<Out = V>,
    V: OrComposed<L, A, Layout<RS, RD>>,
{
    type Out = V::Out;
    #[inline(always)]
    fn after_kind(layout: L) -> Result<V::Out, Error> {
        V::or_composed(layout, |layout| layout.try_compose(A::VALUE))
    }
}

/// The layout `L` of integer strides after the swizzle `W`. `Self` says whether it is static.
pub trait IntegersAfter<L, W> {
    /// A layout or a composed one.
    type Out;
    /// The same.
    fn integers_after(layout: L) -> Self::Out;
}
impl<L, W: HasLayout> IntegersAfter<L, W> for B0 {
    type Out = Composed<L, Static<U0>, W::Layout>;
    #[inline(always)]
    fn integers_after(layout: L) -> Self::Out {
        Composed::sound(layout, Static::new(), Known::VALUE)
    }
}
// With XOR strides, if the swizzle stays in the size of the layout, and nothing carries there.
impl<S, D, W, LM, N, P, A, G, X, XM, RS, RD, V, R> IntegersAfter<Layout<S, D>, W> for B1
where
    Layout<S, D>: AnyLayout<Modes = LM> + Known,
    LM: StaticSize<Size = Static<N>>,
    W: HasLayout<Size = P, Layout = A>,
    N: IsGreaterOrEqual<P, Output = G>,
    G: Choice,
    D: IntoBits<Out = X>,
    Layout<S, X>: AnyLayout<Modes = XM> + Compose<A, Result = Layout<RS, RD>>,
    XM: Sums,
    HList![
        G::Verdict<
            XM::Carries<UTerm, At<S, D, W>>,
            Bad<rule::Carries, At<S, D, W>, Static<U0>, Static<U0>>,
        >,
        RS,
    ]: Verdict<Out = V>,
    V: PlainOr<Layout<RS, RD>, Composed<Layout<S, D>, Static<U0>, A>, Out = R>,
    R: Known,
{
    type Out = R;
    #[inline(always)]
    fn integers_after(_: Layout<S, D>) -> R {
        R::VALUE
    }
}
type At<S, D, W> = Place<Layout<S, D>, W, every>;

/// The layout `R` unless `Self` is a verdict: then `L` after the swizzle of the layout `A`.
pub trait OrComposed<L, A, R> {
    /// A layout or a composed one.
    type Out;
    /// The same.
    fn or_composed(
        layout: L,
        compose: impl FnOnce(L) -> Result<R, Error>,
    ) -> Result<Self::Out, Error>;
}
impl<L, A, R> OrComposed<L, A, R> for HNil {
    type Out = R;
    #[inline(always)]
    fn or_composed(layout: L, compose: impl FnOnce(L) -> Result<R, Error>) -> Result<R, Error> {
        compose(layout)
    }
}
impl<L, A: Known, R, Rule, At, X, Y> OrComposed<L, A, R> for Bad<Rule, At, X, Y> {
    type Out = Composed<L, Static<U0>, A>;
    #[inline(always)]
    fn or_composed(layout: L, _: impl FnOnce(L) -> Result<R, Error>) -> Result<Self::Out, Error> {
        Ok(Composed::sound(layout, Static::new(), A::VALUE))
    }
}

/// The layout `R` of XOR strides, with integers where these have the same function, unless `Self` is a
/// verdict: then `C`.
pub trait PlainOr<R, C> {
    /// A layout, or `C`.
    type Out;
}
impl<R: IntegersOr, C> PlainOr<R, C> for HNil {
    type Out = R::Out;
}
impl<R, C, Rule, At, X, Y> PlainOr<R, C> for Bad<Rule, At, X, Y> {
    type Out = C;
}
/// Layouts of XOR strides with integers, where nothing carries.
pub trait IntegersOr {
    /// The layout.
    type Out;
}
impl<S, D, M, I, V> IntegersOr for Layout<S, D>
where
    Self: AnyLayout<Modes = M>,
    M: Sums,
    M::Carries<UTerm, Place<Self, (), every>>: Verdict<Out = V>,
    D: IntoIntegers<Out = I>,
    V: First<Layout<S, I>, Self>,
{
    type Out = V::Out;
}
/// `A` unless `Self` is a verdict: then `B`.
pub trait First<A, B> {
    /// `A` or `B`.
    type Out;
}
impl<A, B> First<A, B> for HNil {
    type Out = A;
}
impl<A, B, R, At, X, Y> First<A, B> for Bad<R, At, X, Y> {
    type Out = B;
}
