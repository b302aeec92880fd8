//! Tests whether two layouts are of the same type, with a readable error.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U0, U1, U2, U3, U4, U5, U6, U7, UInt, UTerm};

use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::number::{Number, Truth};
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
impl<S: Coded, D: Coded, BS: Coded, BD: Coded> Compare<Layout<BS, BD>> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Out = <CodeOf<S, D> as Code>::Is<CodeOf<BS, BD>>;
}
type CodeOf<S, D> = <S as Coded>::Code<<D as Coded>::Code<HNil>>;

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

/// A tuple as a list of numbers, which no other type has.
pub trait Coded {
    /// The list, before `T`.
    type Code<T: Code>: Code;
}
macro_rules! codes {
    ($([$($g:tt)*] $coded:ty: $code:ty;)*) => {$(
        impl<$($g)*> Coded for $coded {
            type Code<T: Code> = $code;
        }
    )*};
}
codes! {
    [N: Number] Static<N>: HCons<U0, HCons<N, T>>;
    [] Dyn<usize>: HCons<U1, T>;
    [] Dyn<u32>: HCons<U2, T>;
    [N: Coded] Xor<N>: HCons<U3, N::Code<T>>;
    [N: Coded, P: Coded] Basis<N, P>: HCons<U4, N::Code<P::Code<T>>>;
    [U: Coded] ArithmeticTuple<U>: HCons<U5, U::Code<T>>;
    [] HNil: HCons<U6, T>;
    [H: Coded, U: Coded] HCons<H, U>: HCons<U7, H::Code<U::Code<T>>>;
    // Positions in places.
    [] UTerm: HCons<Self, T>;
    [U: Number] UInt<U, B0>: HCons<Self, T>;
    [U: Number] UInt<U, B1>: HCons<Self, T>;
    [R, At, X, Y] Bad<R, At, X, Y>: Reported;
}

/// A list of numbers, compared with others.
pub trait Code {
    /// True if it is `C`.
    type Is<C: Code>: Truth;
    /// True if it is empty.
    type IsEmpty: Truth;
    /// True if it is `N`, then `T`.
    type IsCons<N: Number, T: Code>: Truth;
}
impl Code for HNil {
    type Is<C: Code> = C::IsEmpty;
    type IsEmpty = B1;
    type IsCons<N: Number, T: Code> = B0;
}
impl<N: Number, T: Code> Code for HCons<N, T> {
    type Is<C: Code> = C::IsCons<N, T>;
    type IsEmpty = B0;
    type IsCons<M: Number, U: Code> = <M::Equals<N> as Truth>::And<U::Is<T>>;
}
/// The list of a verdict, which has reported the error already. It is any other list.
pub struct Reported;
impl Code for Reported {
    type Is<C: Code> = B1;
    type IsEmpty = B1;
    type IsCons<N: Number, T: Code> = B1;
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
