//! A swizzle after a layout, `swizzle o layout`, is a composed layout. Swizzles and composed layouts on the right of a
//! composition exist in values and literals only; the verdict here says so.

use tilework_algebra::Error;
use typenum::{Integer, U0, Unsigned};

use crate::layout::Layout;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::composed::Composed;
use crate::layout::sealed::Seal;
use crate::layout::swizzle::Swizzle;
use crate::leaf::int::Static;
use crate::operation::composition::CompositionTotal;
use crate::verdict::{Bad, rule};

#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, W: Integer, S, D, K> CompositionTotal<Layout<S, D>>
    for Swizzle<B, M, W>
where
    D: Kind<Out = K>,
    K: UnderSwizzle<Self, Layout<S, D>>,
{
    const SEAL: Seal = Seal;
    type Result = K::Out;
    #[inline(always)]
    fn try_compose<O: AnyResult>(self, layout: Layout<S, D>) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        Ok(K::under_swizzle(self, layout).itself())
    }
}
/// The swizzle `F` after the layout `L`. `Self` is the kind of the strides of the layout.
pub trait UnderSwizzle<F, L> {
    /// The composed layout, or the verdict.
    type Out;
    /// `swizzle o layout`.
    fn under_swizzle(swizzle: F, layout: L) -> Self::Out;
}
/// A layout on the left of a function of offsets, which cannot be composed. `Self` is the kind of its strides.
pub trait BeforeFunction {
    /// The verdict that says so. Coordinates have no such composition at any level; other strides have it in values and
    /// literals.
    type Verdict;
}
macro_rules! under_swizzles {
    ($($kind:ident)*) => {$(
        impl<F, L> UnderSwizzle<F, L> for $kind {
            type Out = Composed<F, Static<U0>, L>;
            #[inline(always)]
            fn under_swizzle(swizzle: F, layout: L) -> Self::Out {
                Composed::sound(swizzle, Static::new(), layout)
            }
        }
        impl BeforeFunction for $kind {
            type Verdict = NotBefore;
        }
    )*};
}
under_swizzles!(Zero Integers Bits);
impl<F, L> UnderSwizzle<F, L> for Points {
    type Out = Layout<NoForm, NoForm>;
    fn under_swizzle(_: F, _: L) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
impl BeforeFunction for Points {
    type Verdict = NoForm;
}
type NoForm = Bad<rule::ComposedOfPoints, (), (), ()>;

macro_rules! before_functions {
    ($([$($g:ident)*] $outer:ty, $verdict:ty $(, $stride:ident of $kind:ident)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g,)* B, M, W> CompositionTotal<Swizzle<B, M, W>> for $outer
        where
            Self: Copy,
            $($stride: Kind<Out = $kind>,
            $kind: BeforeFunction,)?
        {
            const SEAL: Seal = Seal;
            type Result = Layout<$verdict, $verdict>;
            fn try_compose<O: AnyResult>(self, _: Swizzle<B, M, W>) -> Result<O, Error> {
                Ok(O::known())
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g,)* F, N, L> CompositionTotal<Composed<F, N, L>> for $outer
        where
            Self: Copy,
            $($stride: Kind<Out = $kind>,
            $kind: BeforeFunction,)?
        {
            const SEAL: Seal = Seal;
            type Result = Layout<$verdict, $verdict>;
            fn try_compose<O: AnyResult>(self, _: Composed<F, N, L>) -> Result<O, Error> {
                Ok(O::known())
            }
        }
    )*};
}
before_functions! {
    [S D P] Layout<S, D>, P::Verdict, D of P;
    [H A K] Composed<H, A, K>, NotBefore;
    [C E X] Swizzle<C, E, X>, NotBefore;
}
type NotBefore = Bad<rule::BeforeFunction, (), (), ()>;
