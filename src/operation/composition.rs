//! Composition: `A o B`, the layout of `c -> A(B(c))`.
//!
//! The recursion is the value level's, in the same order: `A` coalesced, each leaf `s:d` of `B`
//! meets the modes of `A` from the left, steps over those that its stride covers and takes from
//! those that it does not ([`leaf`]). Where a dynamic leaf hides which of the two it is, run time
//! decides with the value level's own step, and a mode is emitted either way.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::U1;

use self::leaf::{Leg, OntoLeaf};
pub use self::whole::{OntoWhole, Whole};
use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::{Integers, Join, Kind, Zero};
use crate::layout::modes::{Modes, positive_but_last};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Leaf, Static};
use crate::operation::coalesce::{CoalesceModes, IntoLayout};
use crate::operation::segregation::Distributes;
use crate::operation::tiler::{ByMode, IsTiler, Listed};
use crate::sorts::{Generally, Statically, Way};
use crate::verdict::{Advance, Bad, First, HasResult, ResultOf, Unless, Verdict, operation};

pub(crate) mod leaf;
mod whole;

/// `A o B`: the layout `R` with `R(c) = A(B(c))` whose shape refines that of `B`.
///
/// `B` is a layout, or a tiler: an hlist of layouts and tilers, applied mode by mode; modes of
/// `A` beyond the tiler stay. `A` extends past its size by its last mode. The result is
/// canonical: coalesced over the shape of `B`.
///
/// `A` may go into coordinates or have XOR strides; with such on the right it is of values and literals. A layout into
/// coordinates of `A` is a tiler there, `(4,8):(e0,e1)` is `<4,8>` (004, section 3.3.2).
///
/// `A` and `B` may be [`Composed`](crate::Composed) layouts, and `A` a [`Swizzle`](crate::Swizzle): `swizzle o rows` is
/// composed, and so is whatever comes after a composed layout. With a swizzle on the right it is of values and literals.
///
/// **Laws.** `R(c) = A(B(c))` for every coordinate `c` of `B`; `shape(B)` is compatible with
/// `shape(R)`.
///
/// **Errors.** While compiling, from the static leaves, at run time ([`try_composition`]) from
/// the dynamic ones: stride divisibility and shape divisibility of each leaf of `B` against the
/// modes of `A` (004, equations 20 and 21), and segregation of the leaves (004, section 3.3.2),
/// all of them up to the largest value of `B` only. They are sufficient, not necessary: the
/// value level accepts more.
///
/// ```
/// use tilework::{Layout, layout, operation::composition};
/// let every_other: Layout!((2,2):(8,1)) =
///     composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
/// assert_eq!(every_other.offset((1, 1)), 9);
/// ```
///
/// ```compile_fail
/// // stride divisibility: 3 and 4 do not divide each other
/// tilework::operation::composition(tilework::layout!((4,6,8):(2,3,5)), tilework::layout!(6:3));
/// ```
///
/// # Panics
/// Where [`try_composition`] is an error.
#[inline(always)]
#[track_caller]
pub fn composition<R: ResultOf<operation::o>, A: Compose<B, Result = R>, B>(
    a: A,
    b: B,
) -> R::Layout {
    R::known_or_panic_by(a, b, Compose::try_compose).layout()
}

/// [`composition`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`composition`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_composition<R: ResultOf<operation::o>, A: Compose<B, Result = R>, B>(
    a: A,
    b: B,
) -> Result<R::Layout, Error> {
    known_or(|| a.try_compose(b)).map(R::layout)
}

/// Layouts that can be composed with `B` on their right: the bound of [`composition`].
pub trait ComposeWith<B>:
    AnyLayout + Compose<B, Result: ResultOf<operation::o, Layout: AnyLayout>>
{
}
/// The type of `A o B`.
pub type Composition<A, B> = <<A as Compose<B>>::Result as ResultOf<operation::o>>::Layout;

impl<A, B> ComposeWith<B> for A
where
    A: AnyLayout + Compose<B>,
    A::Result: Verdict<Out: HasResult<operation::o>> + ResultOf<operation::o, Layout: AnyLayout>,
{
}

/// [`ComposeWith`] before the verdict: the composition of any two operands.
#[diagnostic::on_unimplemented(
    message = "composition: not a layout and a tiler, or in generic code without the bound `ComposeWith<B>`",
    note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with integers of run time `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`; with a composed layout goes one with integer or XOR strides"
)]
pub trait Compose<B>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// `Self o B`, with a verdict in it if there is none.
    type Result;
    /// `Self o B`.
    fn try_compose(self, b: B) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
// `Layout` by name: before the type of a plain integer is inferred, that much of the result is
// known, and methods are found.
#[diagnostic::do_not_recommend]
impl<S, D, T> Compose<T> for Layout<S, D>
where
    Self: AnyLayout,
    T: IsTiler + ByMode<ComposeMode, S, D, First>,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<T::Out>;
    #[inline(always)]
    fn try_compose(self, b: T) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        let within = b.stays_within(self);
        let composed = b.by_mode(self, 0)?.by_parts();
        composed.validated_unless(within, Operation::Composition)
    }
}

/// Composition as an operation by mode.
pub struct ComposeMode;
impl Listed for ComposeMode {}

#[diagnostic::do_not_recommend]
impl<AS, AD, BS, BD, J> ByMode<ComposeMode, AS, AD, J> for Layout<BS, BD>
where
    ComposeMode: Statically<Layout<AS, AD>, Self>,
    ComposeWay<AS, AD, BS, BD>: Way<ComposeMode, Layout<AS, AD>, Self, J>,
{
    type Out = <ComposeWay<AS, AD, BS, BD> as Way<ComposeMode, Layout<AS, AD>, Self, J>>::Out;
    #[inline(always)]
    fn by_mode(self, a: Layout<AS, AD>, at: usize) -> Result<Self::Out, Error> {
        ComposeWay::<AS, AD, BS, BD>::apply(a, self, at)
    }
    #[inline(always)]
    fn stays_within(&self, a: Layout<AS, AD>) -> bool {
        ComposeWay::<AS, AD, BS, BD>::stays_within(&a, self)
    }
}
type ComposeWay<AS, AD, BS, BD> =
    <ComposeMode as Statically<Layout<AS, AD>, Layout<BS, BD>>>::Operands;

impl<A, BS, BD, J, K> Generally<A, Layout<BS, BD>, J> for ComposeMode
where
    BD: Kind<Out = K>,
    K: ComposeKind<A, Layout<BS, BD>, J>,
{
    type Out = K::Out;
    #[inline(always)]
    fn generally(a: A, b: Layout<BS, BD>, at: usize) -> Result<K::Out, Error> {
        K::compose_kind(a, b, at)
    }
    #[inline(always)]
    fn stays_within(a: &A, b: &Layout<BS, BD>) -> bool {
        K::stays_within(a, b)
    }
}

/// The composition `A o B` for a right side whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(
    message = "composition: codomain: the strides are not of one integer-semimodule"
)]
pub trait ComposeKind<A, B, J> {
    /// The result, a layout.
    type Out: Parts;
    /// The result.
    fn compose_kind(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// See [`ByMode::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<AS, AD, BS, BD, J, M, Merged, W, K, U, V, RS, RD>
            ComposeKind<Layout<AS, AD>, Layout<BS, BD>, J> for $kind
        where
            Layout<AS, AD>: AnyLayout<Modes = M>,
            Layout<BS, BD>: AnyLayout,
            M: CoalesceModes<Out = Merged>,
            Merged: Copy + Whole<Out = W> + Distributes<Layout<AS, AD>, Layout<BS, BD>, J, Verdict = U>,
            AD: Kind<Out = K>,
            K: Join<Settled<U> = V>,
            BS: Copy,
            BD: Copy,
            W: OntoWhole<
                    BS,
                    BD,
                    Merged,
                    Operands<Layout<AS, AD>, Layout<BS, BD>, Layout<BS, BD>>,
                    J,
                    Out = Layout<RS, RD>,
                >,
            V: Unless<RS, RD>,
        {
            type Out = V::Out;
            #[inline(always)]
            fn compose_kind(a: Layout<AS, AD>, b: Layout<BS, BD>, at: usize) -> Result<V::Out, Error> {
                positive_but_last(Operation::Composition, a)?;
                let modes = a.modes().coalesce_modes();
                modes.check(b)?;
                let composed = W::onto_whole(b.shape(), b.stride(), modes, Operands::new(b), at)?;
                Ok(V::unless(composed))
            }
            #[inline(always)]
            fn stays_within(a: &Layout<AS, AD>, b: &Layout<BS, BD>) -> bool {
                let size = AnyLayout::size(*a);
                Modes::reach(b.modes()) < size && AnyLayout::size(*b) <= size
            }
        }
    )*};
}
integers!(Zero Integers);

/// The operands of a composition `A o B`, which errors name, and the whole right side `W`, whose
/// largest value bounds what matters of `A`: `B` itself, in a divide `B` with its complement.
#[derive(Clone, Copy)]
pub struct Operands<A, B, W> {
    whole: W,
    named: PhantomData<(A, B)>,
}

impl<A, B, W> Operands<A, B, W> {
    #[inline(always)]
    pub(crate) fn new(whole: W) -> Self {
        Operands { whole, named: PhantomData }
    }
}

/// A tree of leaves of the right side (`Self`, with strides `D`) composed on the coalesced
/// modes `M` of the left; its first leaf stands at position `J`.
pub trait Onto<D, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto(self, stride: D, modes: M, operands: O, at: usize) -> Result<Self::Out, Error>;
}
impl<M, O, J> Onto<HNil, M, O, J> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn onto(self, _: HNil, _: M, _: O, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<S, ST, D, DT, M: Copy, O: Copy, J, J1, HS, HD, TS, TD> Onto<HCons<D, DT>, M, O, J>
    for HCons<S, ST>
where
    S: Onto<D, M, O, J, Out = Layout<HS, HD>> + Advance<J, Out = J1>,
    ST: Onto<DT, M, O, J1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn onto(
        self,
        stride: HCons<D, DT>,
        modes: M,
        operands: O,
        at: usize,
    ) -> Result<Self::Out, Error> {
        let head = self.head.onto(stride.head, modes, operands, at)?;
        let tail = self.tail.onto(stride.tail, modes, operands, at + S::LEAVES)?;
        Ok(head.followed_by(tail))
    }
}
impl<S: Leaf, D: Leaf, M, O, J, Kept> Onto<D, M, O, J> for S
where
    (S::IsOne, D::IsZero): OntoLeaf<S, D, M, Leg<O, J, Static<U1>>, Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn onto(self, stride: D, modes: M, operands: O, at: usize) -> Result<Kept::Out, Error> {
        let leg = Leg { operands, stepped: Static::new(), at, position: PhantomData };
        Ok(<(S::IsOne, D::IsZero)>::onto_leaf(self, stride, modes, leg)?.into_layout())
    }
}
// A verdict on the right side is the verdict of the composition.
impl<R, At, X, Y, M, O, J> Onto<Self, M, O, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    #[inline(always)]
    fn onto(self, _: Self, _: M, _: O, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(self, self))
    }
}
