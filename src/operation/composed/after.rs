//! Compositions with composed layouts and swizzles on the right.
//!
//! A composed layout is a function, so that any other may come after it: `A o (F o n o B)` is `(A o F) o n o B`, where
//! `A o F` is a composed layout at integral coordinates. A swizzle after a layout is a composed layout. Only values and
//! literals have a layout of functions after a swizzle.

use tilework_algebra::Error;
use typenum::{Integer, U0, Unsigned};

use crate::layout::Layout;
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::layout::swizzle::Swizzle;
use crate::leaf::int::Static;
use crate::operation::composition::Compose;
use crate::verdict::{Bad, rule};

/// Functions of offsets before the function `F`: `F o Self`.
pub trait Before<F> {
    /// A composed layout, or that of functions of offsets.
    type Out;
    /// `outer` after this.
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
    [B M W F] Swizzle<B, M, W>, F;
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
/// The function `A` after `C`. `Self` is the kind of the strides of the one that is a layout.
pub trait BeforeKind<A, C> {
    /// A composed layout, or the verdict.
    type Out;
    /// `outer` after `first`.
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
        impl<$($g: Copy,)* B, M, W> Compose<Swizzle<B, M, W>> for $outer
        where
            Self: Copy,
        {
            const SEAL: Seal = Seal;
            type Result = Layout<NotBefore, NotBefore>;
            fn try_compose(self, _: Swizzle<B, M, W>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }
    )*};
}
before_swizzles! {
    [S D] Layout<S, D>;
    [F N L] Composed<F, N, L>;
    [C E X] Swizzle<C, E, X>;
}
type NotBefore = Bad<rule::BeforeSwizzle, (), (), ()>;

#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, W: Integer, S, D, K> Compose<Layout<S, D>> for Swizzle<B, M, W>
where
    D: Kind<Out = K>,
    K: BeforeKind<Self, Layout<S, D>>,
{
    const SEAL: Seal = Seal;
    type Result = K::Out;
    #[inline(always)]
    fn try_compose(self, layout: Layout<S, D>) -> Result<K::Out, Error>
    where
        K::Out: AnyResult,
    {
        Ok(K::before_kind(layout, self))
    }
}
