//! Tests whether two layouts are of the same type, with a readable error.

use core::ops::BitAnd;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, IsEqual};

use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::stride::StrideLeaf;
use crate::leaf::xor::Xor;
use crate::verdict::Bad;

/// Layouts of the type `B`. If the type is known to be another, the compiler prints both layouts instead of the
/// difference of their types.
///
/// ```
/// use tilework::{Layout, layout, bound::SameAs, operation::{assert_same, composition}};
/// type Tile = Layout!((2,2):(8,1));
/// let tile = composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
/// let tile: Tile = tile.expect_type::<Tile>();
/// assert_same::<Layout!((4,8) o 4:2), Layout!(4:2)>();
/// fn store<L: SameAs<Tile>>(_: L) {}
/// store(tile);
/// ```
///
/// ```compile_fail
/// tilework::layout!((2,4)).expect_type::<tilework::Layout!((4,2))>();
/// ```
pub trait SameAs<B>: AnyLayout {}
// The impl is for all types, because the compiler would print an impl for layouts.
impl<A: Compare<B, Out = Same>, B, Same: Expected<A, B>> SameAs<B> for A {}

/// The expected type for a layout `A`: [`SameAs`] with the operands exchanged.
pub trait Expects<A> {}
impl<A: Compare<B, Out = Same>, B, Same: Expected<A, B>> Expects<A> for B {}

/// Tells whether a layout has the type `B`.
pub trait Compare<B>: AnyLayout {
    /// The answer, `B1` or `B0`.
    type Out;
}
impl<S, D, BS, BD, F, G> Compare<Layout<BS, BD>> for Layout<S, D>
where
    Self: AnyLayout,
    S: SameTuple<BS, Out = F>,
    D: SameTuple<BD, Out = G>,
    F: BitAnd<G>,
{
    type Out = F::Output;
}

/// Does not compile unless the layouts `A` and `B` are of one type; the error prints both.
pub const fn assert_same<A: SameAs<B>, B>() {}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The same layout as type `B`. See [`SameAs`].
    #[inline(always)]
    pub fn expect_type<B: Expects<Self>>(self) -> Self {
        self
    }
}

/// Tells whether two tuples have the same type, as `B1` or `B0`.
pub trait SameTuple<T> {
    /// The answer.
    type Out;
}
impl<N: IsEqual<M>, M> SameTuple<Static<M>> for Static<N> {
    type Out = N::Output;
}
impl<N: SameTuple<M>, M> SameTuple<Xor<M>> for Xor<N> {
    type Out = N::Out;
}
impl<N, P, M, Q, F, G> SameTuple<Basis<M, Q>> for Basis<N, P>
where
    N: SameTuple<M, Out = F>,
    P: SamePlace<Q, Out = G>,
    F: BitAnd<G>,
{
    type Out = F::Output;
}
impl<T: SameTuple<U>, U> SameTuple<ArithmeticTuple<U>> for ArithmeticTuple<T> {
    type Out = T::Out;
}
impl SameTuple<HNil> for HNil {
    type Out = B1;
}
impl<H, T, H1, T1, F, G> SameTuple<HCons<H1, T1>> for HCons<H, T>
where
    H: SameTuple<H1, Out = F>,
    T: SameTuple<T1, Out = G>,
    F: BitAnd<G>,
{
    type Out = F::Output;
}
macro_rules! answers {
    ($([$($g:tt)*] $left:ty, $right:ty: $answer:ty;)*) => {$(
        impl<$($g)*> SameTuple<$right> for $left {
            type Out = $answer;
        }
    )*};
}
answers! {
    [] Dyn<usize>, Dyn<usize>: B1;
    [] Dyn<u32>, Dyn<u32>: B1;
    [] Dyn<usize>, Dyn<u32>: B0;
    [] Dyn<u32>, Dyn<usize>: B0;
    [N, I] Static<N>, Dyn<I>: B0;
    [N, I] Dyn<I>, Static<N>: B0;
    [L: StrideLeaf] L, HNil: B0;
    [L: StrideLeaf, H, T] L, HCons<H, T>: B0;
    [L: StrideLeaf] HNil, L: B0;
    [L: StrideLeaf, H, T] HCons<H, T>, L: B0;
    [H, T] HNil, HCons<H, T>: B0;
    [H, T] HCons<H, T>, HNil: B0;
    [N, I] Xor<N>, Dyn<I>: B0;
    [N, I] Dyn<I>, Xor<N>: B0;
    [N, M] Xor<N>, Static<M>: B0;
    [N, M] Static<M>, Xor<N>: B0;
    [N, P, I] Basis<N, P>, Dyn<I>: B0;
    [N, P, I] Dyn<I>, Basis<N, P>: B0;
    [N, P, M] Basis<N, P>, Static<M>: B0;
    [N, P, M] Static<M>, Basis<N, P>: B0;
    [N, P, M] Basis<N, P>, Xor<M>: B0;
    [N, P, M] Xor<M>, Basis<N, P>: B0;
    [T, I] ArithmeticTuple<T>, Dyn<I>: B0;
    [T, I] Dyn<I>, ArithmeticTuple<T>: B0;
    [T, M] ArithmeticTuple<T>, Static<M>: B0;
    [T, M] Static<M>, ArithmeticTuple<T>: B0;
    [T, M] ArithmeticTuple<T>, Xor<M>: B0;
    [T, M] Xor<M>, ArithmeticTuple<T>: B0;
    [T, M, P] ArithmeticTuple<T>, Basis<M, P>: B0;
    [T, M, P] Basis<M, P>, ArithmeticTuple<T>: B0;
    // A verdict has reported the error already.
    [R, At, X, Y, T] Bad<R, At, X, Y>, T: B1;
}

/// `Self` says whether the layout `A` has the type `B`.
pub trait Expected<A, B> {}
impl<A, B> Expected<A, B> for B1 {}
impl<S, D, BS, BD> Expected<Layout<S, D>, Layout<BS, BD>> for B0
where
    S: Readable,
    D: Readable,
    BS: Readable,
    BD: Readable,
    same_type: OneLayout<S::Name, D::Name, BS::Name, BD::Name>,
{
}
/// The name of the requirement in errors.
#[allow(non_camel_case_types)]
pub struct same_type;
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected the layout {BS}:{BD}, found {S}:{D}",
    label = "is another layout"
)]
pub trait OneLayout<S, D, BS, BD> {}
