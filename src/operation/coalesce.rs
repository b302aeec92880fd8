//! Coalesce: the same function with the fewest modes.

use frunk_core::hlist::{HCons, HNil};
use typenum::{U0, U1};

use crate::layout::modes::{Mode, cons};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::Static;
use crate::leaf::integers::OneType;
use crate::operation::kind::Statically;
use crate::verdict::First;

/// The layout of depth at most 1 and fewest modes with `coalesce(L)(i) = L(i)` for
/// `0 <= i < size(L)`.
///
/// Modes of extent 1 go; `(s0,s1):(d0,d1)` with `s0 d0 = d1` is `s0 s1 : d0`; size 1 is `1:0`.
/// With dynamic leaves only what the types decide is done: a dynamic extent that might be 1
/// stays, and modes merge where `s0 d0 = d1` is known, whatever `s1` is. (003, definition
/// 2.3.3.1; 004, section 3.1.)
///
/// ```
/// use tilework::{Layout, layout, operation::coalesce};
/// let row: Layout!(24:1) = coalesce(layout!(((2,3),(1,4)):((1,2),(7,6))));
/// assert_eq!(row.to_string(), "24:1");
/// ```
#[inline(always)]
pub fn coalesce<L: CoalesceAll<Output = R>, R>(layout: L) -> R {
    layout.coalesce()
}

/// Layouts that are coalesced, all: the bound of [`coalesce`].
pub trait Coalesce: AnyLayout + CoalesceAll<Output: AnyLayout> {}
/// The type of [`coalesce`]'s result.
pub type Coalesced<L> = <L as CoalesceAll>::Output;

impl<L: AnyLayout + CoalesceAll<Output: AnyLayout>> Coalesce for L {}

/// [`Coalesce`] of composed layouts, too.
#[diagnostic::on_unimplemented(
    message = "coalesce: not a layout, or in generic code one without the bound `Coalesce`"
)]
pub trait CoalesceAll: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The coalesced layout.
    type Output;
    /// See [`coalesce`].
    fn coalesce(self) -> Self::Output;
}

// The result is a `Layout` by name, as in [`Compose`](crate::operation::composition::Compose).
#[diagnostic::do_not_recommend]
impl<L> CoalesceAll for L
where
    L: AnyLayout,
    Coalescing: Statically<L, ()>,
    Operands<L>: OneType<Coalescing>,
{
    const SEAL: Seal = Seal;
    type Output = ByParts<
        <Operands<L> as OneType<Coalescing>>::Of<<Coalescing as Statically<L, ()>>::Judged<First>>,
    >;
    #[inline(always)]
    fn coalesce(self) -> Self::Output {
        match Coalescing::judged::<First>(self, (), 0) {
            Ok(coalesced) => <Operands<L> as OneType<_>>::of(coalesced).by_parts(),
            Err(_) => unreachable!("all layouts can be coalesced"),
        }
    }
}
type Operands<L> = <Coalescing as Statically<L, ()>>::Operands;

/// Coalesce as an operation.
pub struct Coalescing;

/// Flat modes as a layout: none is `1:0`, one is a leaf, several are a tuple.
///
/// A list that ends in a verdict ([`Bad`](crate::verdict::Bad)) instead of `HNil` is that
/// verdict.
pub trait IntoLayout {
    /// The layout.
    type Out: Parts;
    /// The layout.
    fn into_layout(self) -> Self::Out;
}
impl IntoLayout for HNil {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        Layout::sound(Static::new(), Static::new())
    }
}
impl<S, D> IntoLayout for HCons<Mode<S, D>, HNil> {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn into_layout(self) -> Layout<S, D> {
        Layout::sound(self.head.shape, self.head.stride)
    }
}
impl<M0, M1, T> IntoLayout for HCons<M0, HCons<M1, T>>
where
    Self: IntoTuple,
{
    type Out = <Self as IntoTuple>::Out;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        self.into_tuple()
    }
}

/// Modes as the layout whose tuple they are, also none or one.
pub trait IntoTuple {
    /// The layout.
    type Out: Parts;
    /// The layout.
    fn into_tuple(self) -> Self::Out;
}
impl IntoTuple for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn into_tuple(self) -> Self::Out {
        Layout::sound(HNil, HNil)
    }
}
impl<S, D, T, TS, TD> IntoTuple for HCons<Mode<S, D>, T>
where
    T: IntoTuple<Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<S, TS>, HCons<D, TD>>;
    #[inline(always)]
    fn into_tuple(self) -> Self::Out {
        let (shapes, strides) = self.tail.into_tuple().into_parts();
        Layout::sound(cons(self.head.shape, shapes), cons(self.head.stride, strides))
    }
}
