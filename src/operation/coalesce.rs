//! Coalesce: the same function with the fewest modes.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1};

use crate::layout::modes::{Mode, cons, mode};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::arithmetic::{Continues, Mul, Product, Unknown};
use crate::leaf::int::{Leaf, Static};
use crate::leaf::integers::OneType;
use crate::sorts::Statically;
use crate::verdict::{Bad, First};

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

/// Merges modes from the right. The last mode is never deleted, even if its extent is 1: it is
/// what the layout does beyond its size.
pub trait CoalesceModes: Copy {
    /// The merged modes.
    type Out: Copy;
    /// The merged modes.
    fn coalesce_modes(self) -> Self::Out;
}
impl CoalesceModes for HNil {
    type Out = HNil;
    #[inline(always)]
    fn coalesce_modes(self) -> HNil {
        HNil
    }
}
impl<M: Copy, T: CoalesceAfter<M>> CoalesceModes for HCons<M, T> {
    type Out = T::Out;
    #[inline(always)]
    fn coalesce_modes(self) -> T::Out {
        self.tail.coalesce_after(self.head)
    }
}
/// The modes `Self` coalesced, with `M` before them. (`Self` is what is recursed on: of a list
/// whose tail is not inferred yet rustc would try all.)
pub trait CoalesceAfter<M>: Copy {
    /// The merged modes.
    type Out: Copy;
    /// The merged modes.
    fn coalesce_after(self, first: M) -> Self::Out;
}
impl<M: Copy> CoalesceAfter<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn coalesce_after(self, first: M) -> Self::Out {
        cons(first, HNil)
    }
}
impl<S: Leaf, D, M: Copy, T: CoalesceAfter<M>> CoalesceAfter<Mode<S, D>> for HCons<M, T>
where
    S::IsOne: Push<S, D, T::Out>,
{
    type Out = <S::IsOne as Push<S, D, T::Out>>::Out;
    #[inline(always)]
    fn coalesce_after(self, first: Mode<S, D>) -> Self::Out {
        S::IsOne::push(first, self.coalesce_modes())
    }
}
// A verdict in place of the modes that follow is the verdict of all.
impl<M, R, At, X, Y> CoalesceAfter<M> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn coalesce_after(self, _: M) -> Self {
        self
    }
}

/// Puts a mode before coalesced ones. `Self` says whether its extent is 1.
pub trait Push<S, D, L> {
    /// The coalesced modes.
    type Out: Copy;
    /// The coalesced modes.
    fn push(mode: Mode<S, D>, modes: L) -> Self::Out;
}
impl<S, D, L: Copy> Push<S, D, L> for B1 {
    type Out = L;
    #[inline(always)]
    fn push(_: Mode<S, D>, modes: L) -> L {
        modes
    }
}
impl<S, D, S1, D1, T> Push<S, D, HCons<Mode<S1, D1>, T>> for B0
where
    D: Continues<S, D1>,
    D::Out: Merge<Mode<S, D>, Mode<S1, D1>, T>,
{
    type Out = <D::Out as Merge<Mode<S, D>, Mode<S1, D1>, T>>::Out;
    #[inline(always)]
    fn push(mode: Mode<S, D>, modes: HCons<Mode<S1, D1>, T>) -> Self::Out {
        D::Out::merge(mode, modes.head, modes.tail)
    }
}

/// Merges two modes or keeps both. `Self` says how `s0 d0` compares with `d1`.
pub trait Merge<M0, M1, T> {
    /// The modes.
    type Out: Copy;
    /// The modes.
    fn merge(first: M0, second: M1, tail: T) -> Self::Out;
}
impl<S0: Mul<S1>, D0: Copy, S1, D1, T: Copy> Merge<Mode<S0, D0>, Mode<S1, D1>, T> for Equal {
    type Out = HCons<Mode<Product<S0, S1>, D0>, T>;
    #[inline(always)]
    fn merge(first: Mode<S0, D0>, second: Mode<S1, D1>, tail: T) -> Self::Out {
        match first.shape.checked_mul(second.shape) {
            Some(extent) => cons(mode(extent, first.stride), tail),
            None => unreachable!("the size of a layout fits"),
        }
    }
}
macro_rules! keep_both {
    ($($answer:ident)*) => {$(
        impl<M0: Copy, M1: Copy, T: Copy> Merge<M0, M1, T> for $answer {
            type Out = HCons<M0, HCons<M1, T>>;
            #[inline(always)]
            fn merge(first: M0, second: M1, tail: T) -> Self::Out {
                cons(first, cons(second, tail))
            }
        }
    )*};
}
keep_both!(Less Greater Unknown);

/// Deletes the last of coalesced modes if its extent is 1.
pub trait DropLastOne {
    /// The modes.
    type Out;
    /// The modes.
    fn drop_last_one(self) -> Self::Out;
}
impl DropLastOne for HNil {
    type Out = HNil;
    #[inline(always)]
    fn drop_last_one(self) -> HNil {
        HNil
    }
}
impl<M, T: DropLastAfter<M>> DropLastOne for HCons<M, T> {
    type Out = T::Out;
    #[inline(always)]
    fn drop_last_one(self) -> T::Out {
        self.tail.drop_last_after(self.head)
    }
}
/// The modes `Self` with `M` before them, without the last if its extent is 1. (`Self` as in
/// [`CoalesceAfter`].)
pub trait DropLastAfter<M> {
    /// The modes.
    type Out;
    /// The modes.
    fn drop_last_after(self, first: M) -> Self::Out;
}
impl<S: Leaf, D> DropLastAfter<Mode<S, D>> for HNil
where
    S::IsOne: Only<Mode<S, D>>,
{
    type Out = <S::IsOne as Only<Mode<S, D>>>::Out;
    #[inline(always)]
    fn drop_last_after(self, first: Mode<S, D>) -> Self::Out {
        S::IsOne::only(first)
    }
}
impl<M0, M1, T: DropLastAfter<M1>> DropLastAfter<M0> for HCons<M1, T> {
    type Out = HCons<M0, T::Out>;
    #[inline(always)]
    fn drop_last_after(self, first: M0) -> Self::Out {
        cons(first, self.tail.drop_last_after(self.head))
    }
}
/// No mode or one. `Self` says whether its extent is 1.
pub trait Only<M> {
    /// The modes.
    type Out;
    /// The modes.
    fn only(mode: M) -> Self::Out;
}
impl<M> Only<M> for B1 {
    type Out = HNil;
    #[inline(always)]
    fn only(_: M) -> HNil {
        HNil
    }
}
impl<M> Only<M> for B0 {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn only(mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}

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
