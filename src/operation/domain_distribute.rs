//! Elements spread over the coordinates of a shape.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Gcd, Gcf, U1, UInt, UTerm};

use crate::layout::any_result::AnyResult;
use crate::layout::compact::{Column, Compact};
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::shape_div::AsShape;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::exact_division::ExactDiv;
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static, positive_extent};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::plain::plain;
use crate::verdict::{Bad, HasResult, Of, ResultOf, Verdict, operation, rule};

// On one line with its bounds errors show no more of a function.
type Over = operation::domain_distribute_over;

/// The layout of up to `n` elements over the coordinates of `shape`: along the leaf `s` of stride
/// `w` in the compact column-major layout `gcd(s, n'):w`, where `n'` is what the leaves before it have
/// left of `n`; coalesced. It increases, its size divides `n`, and every layout of this shape composes
/// with it leaf by leaf (CuTe's `domain_distribute`).
///
/// **Errors.** *Positive extent*, of `n` and of the extents: while compiling, where it is static.
///
/// ```
/// use tilework::{Layout, layout};
/// let m = 8;
/// let threads: Layout!((64,2):(1,192)) = layout!(domain_distribute((192,(8,8)), 128));
/// let threads: Layout!((64,_,_):(1,192,_)) = layout!(domain_distribute((192,(m,8)), 128));
/// assert_eq!(threads.to_string(), "(64,2,1):(1,192,1536)");
/// ```
///
/// # Panics
/// Where [`try_domain_distribute`] is an error.
#[inline(always)]
#[track_caller]
pub fn domain_distribute<R: ResultOf<Over>, S: Distribute<N, Result = R>, N>(
    shape: S,
    n: N,
) -> R::Layout {
    plain(shape.try_distribute(n)).layout()
}

/// [`domain_distribute`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`] for an extent or `n` of 0 at run time, [`Rule::Overflow`] if the size of the shape
/// does not fit.
#[inline(always)]
pub fn try_domain_distribute<R: ResultOf<Over>, S: Distribute<N, Result = R>, N>(
    shape: S,
    n: N,
) -> Result<R::Layout, Error> {
    shape.try_distribute(n).map(R::layout)
}

/// Shapes over which `N` elements are distributed: the bound of [`domain_distribute`].
pub trait Distributes<N>: Distribute<N, Result: ResultOf<Over, Layout: AnyLayout>> {}
/// The layout of `N` elements over the shape `S`.
pub type DomainDistribute<S, N> = <<S as Distribute<N>>::Result as ResultOf<Over>>::Layout;

impl<S, N> Distributes<N> for S
where
    S: Distribute<N>,
    S::Result: Verdict<Out: HasResult<operation::domain_distribute_over>>
        + ResultOf<Over, Layout: AnyLayout>,
{
}

/// [`Distributes`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "domain_distribute: not a shape and a leaf: of a layout it is `shape()`, of an integer `leaf(n)`, or in generic code without the bound `Distributes<N>`"
)]
pub trait Distribute<N>: Copy {
    /// The layout, with a verdict in it if there is none.
    type Result;
    /// The layout.
    fn try_distribute(self, n: N) -> Result<Self::Result, Error>;
}
// `M` is `Self` of the next trait: before its type is inferred there is no verdict.
macro_rules! shapes {
    ($([$($g:ident $(: $bound:ident)?),*] $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g $(: $bound)?,)* M, E, RS, RD> Distribute<M> for $shape
        where
            M: AsShape<Shape = E>,
            E: DistributedOver<Self, Result = Layout<RS, RD>>,
        {
            type Result = Layout<RS, RD>;
            #[inline(always)]
            fn try_distribute(self, m: M) -> Result<Layout<RS, RD>, Error> {
                m.as_shape().try_distributed_over(self)
            }
        }
    )*};
}
shapes! {
    [N] Static<N>;
    [I: Copy] Dyn<I>;
    [] HNil;
    [H: Copy, T: Copy] HCons<H, T>;
}
/// `Self` elements over the shape `S`.
#[diagnostic::on_unimplemented(
    message = "domain_distribute: an integer number of elements is distributed over a shape"
)]
pub trait DistributedOver<S> {
    /// The layout, or the verdict.
    type Result;
    /// The layout.
    fn try_distributed_over(self, shape: S) -> Result<Self::Result, Error>;
}
impl<S, N, F, D, M, RS, RD> DistributedOver<S> for N
where
    N: Leaf<IsZero = F>,
    S: Compact<Static<U1>, Column, Stride = D>,
    Layout<S, D>: AnyLayout<Shape = S, Stride = D, Modes = M>,
    F: ShareUnlessZero<N, M, S, Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_distributed_over(self, shape: S) -> Result<Layout<RS, RD>, Error> {
        let operation = Operation::DomainDistribute;
        positive_extent(self).map_err(|rule| Error::new(operation, rule))?;
        let columns = shape
            .compact(Static::new())
            .and_then(|(stride, _)| Layout::try_new(shape, stride))
            .map_err(|error| error.during(operation))?;
        let overflow = Error::new(operation, Rule::Overflow);
        F::share_unless_zero(columns.modes(), self).ok_or(overflow)?.validated(operation)
    }
}

/// The modes `M` of the compact layout of the shape `S` with their shares of `N`. `Self` says whether that
/// is 0.
pub trait ShareUnlessZero<N, M, S> {
    /// The layout, or the verdict.
    type Out: Parts;
    /// The layout, or `None` where `n` does not fit.
    fn share_unless_zero(modes: M, n: N) -> Option<Self::Out>;
}
impl<N, M, S, Shares, Merged, Kept> ShareUnlessZero<N, M, S> for B0
where
    M: ShareOut<N, Out = Shares>,
    Shares: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn share_unless_zero(modes: M, n: N) -> Option<Kept::Out> {
        Some(modes.share_out(n)?.coalesce_modes().drop_last_one().into_layout())
    }
}
impl<N, M, S> ShareUnlessZero<N, M, S> for B1 {
    type Out = Layout<NoElement<S, N>, NoElement<S, N>>;
    fn share_unless_zero(_: M, _: N) -> Option<Self::Out> {
        Some(Layout::sound(Bad::new(), Bad::new()))
    }
}
type NoElement<S, N> = Bad<rule::Elements, Of<Layout<S, N>>, HNil, HNil>;

/// Modes with their shares of `N`, from the left.
pub trait ShareOut<N> {
    /// The modes.
    type Out;
    /// The modes, or `None` where `n` does not fit.
    fn share_out(self, n: N) -> Option<Self::Out>;
}
impl<N> ShareOut<N> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn share_out(self, _: N) -> Option<HNil> {
        Some(HNil)
    }
}
impl<E, D, T, N, Taken, Left> ShareOut<N> for HCons<Mode<E, D>, T>
where
    E: Share<N, Taken = Taken, Left = Left>,
    T: ShareOut<Left>,
{
    type Out = HCons<Mode<Taken, D>, T::Out>;
    #[inline(always)]
    fn share_out(self, n: N) -> Option<Self::Out> {
        let (taken, left) = self.head.shape.share(n)?;
        Some(cons(mode(taken, self.head.stride), self.tail.share_out(left)?))
    }
}

/// What divides the extent `Self` and `N`, and what is left of `N`.
pub trait Share<N> {
    /// `gcd(Self, N)`
    type Taken;
    /// `N / gcd(Self, N)`
    type Left;
    /// Both, or `None` where a static number does not fit.
    fn share(self, n: N) -> Option<(Self::Taken, Self::Left)>;
}
impl<E, N: ShareStatic<E>> Share<N> for Static<E> {
    type Taken = N::Taken;
    type Left = N::Left;
    #[inline(always)]
    fn share(self, n: N) -> Option<(N::Taken, N::Left)> {
        n.share_static(self)
    }
}
impl<I, N: ShareDyn<I>> Share<N> for Dyn<I> {
    type Taken = N::Taken;
    type Left = N::Left;
    #[inline(always)]
    fn share(self, n: N) -> Option<(N::Taken, N::Left)> {
        n.share_dyn(self)
    }
}
/// [`Share`] of the static extent `E` in `Self`.
pub trait ShareStatic<E> {
    /// See there.
    type Taken;
    /// See there.
    type Left;
    /// Both, or `None` where a static number does not fit.
    fn share_static(self, extent: Static<E>) -> Option<(Self::Taken, Self::Left)>;
}
impl<E: Gcd<N>, N: ExactDiv<Gcf<E, N>, Out = Q>, Q> ShareStatic<E> for Static<N> {
    type Taken = Static<Gcf<E, N>>;
    type Left = Static<Q>;
    #[inline(always)]
    fn share_static(self, _: Static<E>) -> Option<(Self::Taken, Self::Left)> {
        Some((Static::new(), Static::new()))
    }
}
// A static 1 takes nothing of any number, and of 1 nothing can be taken.
impl<I: Index> ShareStatic<U1> for Dyn<I> {
    type Taken = Static<U1>;
    type Left = Self;
    #[inline(always)]
    fn share_static(self, one: Static<U1>) -> Option<(Static<U1>, Self)> {
        Some((one, self))
    }
}
impl<I> ShareDyn<I> for Static<U1> {
    type Taken = Self;
    type Left = Self;
    #[inline(always)]
    fn share_dyn(self, _: Dyn<I>) -> Option<(Self, Self)> {
        Some((self, self))
    }
}
macro_rules! shared_at_run_time {
    ($([$($g:ident)*] $static:ty;)*) => {$(
        impl<I: Index, $($g),*> ShareStatic<$static> for Dyn<I>
        where
            Static<$static>: LeafIn<I>,
        {
            type Taken = Self;
            type Left = Self;
            #[inline(always)]
            fn share_static(self, extent: Static<$static>) -> Option<(Self, Self)> {
                Some(shared(extent.try_get_in().ok()?, self.0))
            }
        }
        impl<I: Index, $($g),*> ShareDyn<I> for Static<$static>
        where
            Self: LeafIn<I>,
        {
            type Taken = Dyn<I>;
            type Left = Dyn<I>;
            #[inline(always)]
            fn share_dyn(self, extent: Dyn<I>) -> Option<(Dyn<I>, Dyn<I>)> {
                Some(shared(extent.0, self.try_get_in().ok()?))
            }
        }
    )*};
}
shared_at_run_time! {
    [] UTerm;
    [U B C] UInt<UInt<U, B>, C>;
}
/// [`Share`] of an extent of run time in `Self`.
#[diagnostic::on_unimplemented(
    message = "dynamic leaves of two widths: `Dyn<{I}>` and `{Self}`",
    note = "the dynamic leaves of the operands of one operation are all `usize` or all `u32`"
)]
pub trait ShareDyn<I> {
    /// See there.
    type Taken;
    /// See there.
    type Left;
    /// Both, or `None` where a static number does not fit.
    fn share_dyn(self, extent: Dyn<I>) -> Option<(Self::Taken, Self::Left)>;
}
impl<I: Index> ShareDyn<I> for Dyn<I> {
    type Taken = Self;
    type Left = Self;
    #[inline(always)]
    fn share_dyn(self, extent: Self) -> Option<(Self, Self)> {
        Some(shared(extent.0, self.0))
    }
}
#[inline(always)]
fn shared<I: Index>(extent: I, n: I) -> (Dyn<I>, Dyn<I>) {
    let (mut taken, mut rest) = (extent, n);
    while rest != I::ZERO {
        (taken, rest) = (rest, taken.rem(rest));
    }
    (Dyn(taken), Dyn(n.div(taken)))
}
