//! Composition: `A o B`, the layout of `c -> A(B(c))`.
//!
//! The recursion is the value level's, in the same order: `A` coalesced, each leaf `s:d` of `B`
//! meets the modes of `A` from the left, steps over those that its stride covers and takes from
//! those that it does not. Where a dynamic leaf hides which of the two it is, run time decides
//! with the value level's own [`take`], and a mode is emitted either way.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::take;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Equal, Greater, Less, U1, UInt};

use crate::arithmetic::{Mul, Product, Unknown, Versus};
use crate::coalesce::{CoalesceModes, CoalescedModes, IntoLayout};
use crate::exact_division::{ExactDiv, Inexact};
use crate::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::layout::{AnyLayout, Layout, Mode, Modes, ModesOf, StaticReach, cons, mode};
use crate::segregation::Distributes;
use crate::tiler::ByMode;
use crate::verdict::{
    Admissible, Advance, Bad, First, Place, Unless, Verdict, failed, operation, rule,
};

/// `A o B`: the layout `R` with `R(c) = A(B(c))` whose shape refines that of `B`.
///
/// `B` is a layout, or a tiler: an hlist of layouts and tilers, applied mode by mode; modes of
/// `A` beyond the tiler stay. `A` extends past its size by its last mode. The result is
/// canonical: coalesced over the shape of `B`.
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
/// use tilework::{Layout, composition, layout};
/// let every_other: Layout!((2,2):(8,1)) =
///     composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
/// assert_eq!(every_other.offset((1, 1)), 9);
/// ```
///
/// ```compile_fail
/// // stride divisibility: 3 and 4 do not divide each other
/// tilework::composition(tilework::layout!((4,6,8):(2,3,5)), tilework::layout!(6:3));
/// ```
///
/// # Panics
/// Where [`try_composition`] is an error.
#[inline(always)]
#[track_caller]
pub fn composition<A: ComposeWith<B>, B>(a: A, b: B) -> <A as Compose<B>>::Result {
    match a.try_compose(b) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`composition`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`composition`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_composition<A: ComposeWith<B>, B>(
    a: A,
    b: B,
) -> Result<<A as Compose<B>>::Result, Error> {
    a.try_compose(b)
}

/// Layouts that can be composed with `B` on their right: the bound of [`composition`].
pub trait ComposeWith<B>: Compose<B, Result = Self::Output> {
    /// `Self o B`
    type Output: AnyLayout;
}
/// The type of `A o B`.
pub type Composition<A, B> = <A as ComposeWith<B>>::Output;

impl<A, B> ComposeWith<B> for A
where
    A: Compose<B>,
    A::Verdict: Admissible<operation::o>,
    A::Result: AnyLayout,
{
    type Output = A::Result;
}

/// [`ComposeWith`] before the verdict: the composition of any two operands.
pub trait Compose<B>: AnyLayout {
    /// `Self o B` if the verdict is good.
    type Result;
    /// `HNil` or [`Bad`].
    type Verdict;
    /// `Self o B`.
    fn try_compose(self, b: B) -> Result<Self::Result, Error>;
}
impl<S, D, T> Compose<T> for Layout<S, D>
where
    Self: AnyLayout,
    T: ByMode<ComposeMode, S, D, First>,
    T::Shape: Verdict,
    Layout<T::Shape, T::Stride>: AnyLayout<Shape = T::Shape, Stride = T::Stride>,
{
    type Result = Layout<T::Shape, T::Stride>;
    type Verdict = <T::Shape as Verdict>::Out;
    #[inline(always)]
    fn try_compose(self, b: T) -> Result<Self::Result, Error> {
        b.by_mode(self, 0)?.validated(Operation::Composition)
    }
}

/// Composition as an operation by mode.
pub struct ComposeMode;

type Distribution<A, B, J> = <CoalescedModes<A> as Distributes<A, B, J>>::Verdict;

impl<AS, AD, BS, BD, J> ByMode<ComposeMode, AS, AD, J> for Layout<BS, BD>
where
    Layout<AS, AD>: AnyLayout,
    Self: AnyLayout,
    ModesOf<Layout<AS, AD>>: CoalesceModes,
    CoalescedModes<Layout<AS, AD>>: Distributes<Layout<AS, AD>, Self, J>,
    BS: Copy + Onto<BD, CoalescedModes<Layout<AS, AD>>, Operands<Layout<AS, AD>, Self, Self>, J>,
    BD: Copy,
    Distribution<Layout<AS, AD>, Self, J>: Unless<BS::Shape, BS::Stride>,
{
    type Shape = <Distribution<Layout<AS, AD>, Self, J> as Unless<BS::Shape, BS::Stride>>::Shape;
    type Stride = <Distribution<Layout<AS, AD>, Self, J> as Unless<BS::Shape, BS::Stride>>::Stride;
    #[inline(always)]
    fn by_mode(
        self,
        a: Layout<AS, AD>,
        at: usize,
    ) -> Result<Layout<Self::Shape, Self::Stride>, Error> {
        let modes = a.modes().coalesce_modes();
        modes.check(self)?;
        let composed = self.shape().onto(self.stride(), modes, Operands::new(self), at)?;
        Ok(Distribution::<Layout<AS, AD>, Self, J>::unless(composed))
    }
}

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
    /// The shape of the result.
    type Shape;
    /// The stride of the result.
    type Stride;
    /// The result.
    fn onto(
        self,
        stride: D,
        modes: M,
        operands: O,
        at: usize,
    ) -> Result<Layout<Self::Shape, Self::Stride>, Error>;
}
impl<M, O, J> Onto<HNil, M, O, J> for HNil {
    type Shape = HNil;
    type Stride = HNil;
    #[inline(always)]
    fn onto(self, _: HNil, _: M, _: O, _: usize) -> Result<Layout<HNil, HNil>, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<S, ST, D, DT, M: Copy, O: Copy, J> Onto<HCons<D, DT>, M, O, J> for HCons<S, ST>
where
    S: Onto<D, M, O, J> + Advance<J>,
    ST: Onto<DT, M, O, S::Out>,
    S::Shape: Copy,
    S::Stride: Copy,
    ST::Shape: Copy,
    ST::Stride: Copy,
{
    type Shape = HCons<S::Shape, ST::Shape>;
    type Stride = HCons<S::Stride, ST::Stride>;
    #[inline(always)]
    fn onto(
        self,
        stride: HCons<D, DT>,
        modes: M,
        operands: O,
        at: usize,
    ) -> Result<Layout<Self::Shape, Self::Stride>, Error> {
        let head = self.head.onto(stride.head, modes, operands, at)?;
        let tail = self.tail.onto(stride.tail, modes, operands, at + S::LEAVES)?;
        Ok(Layout::sound(cons(head.shape(), tail.shape()), cons(head.stride(), tail.stride())))
    }
}
impl<S: Leaf, D: Leaf, M, O, J> Onto<D, M, O, J> for S
where
    (S::IsOne, D::IsZero): OntoLeaf<S, D, M, Leg<O, J, Static<U1>>>,
    <(S::IsOne, D::IsZero) as OntoLeaf<S, D, M, Leg<O, J, Static<U1>>>>::Out: IntoLayout,
{
    type Shape = <<(S::IsOne, D::IsZero) as OntoLeaf<S, D, M, Leg<O, J, Static<U1>>>>::Out as IntoLayout>::Shape;
    type Stride = <<(S::IsOne, D::IsZero) as OntoLeaf<S, D, M, Leg<O, J, Static<U1>>>>::Out as IntoLayout>::Stride;
    #[inline(always)]
    fn onto(
        self,
        stride: D,
        modes: M,
        operands: O,
        at: usize,
    ) -> Result<Layout<Self::Shape, Self::Stride>, Error> {
        let leg = Leg { operands, stepped: Static::new(), at, position: PhantomData };
        Ok(<(S::IsOne, D::IsZero)>::onto_leaf(self, stride, modes, leg)?.into_layout())
    }
}
// A verdict on the right side is the verdict of the composition.
impl<R, At, X, Y, M, O, J> Onto<Self, M, O, J> for Bad<R, At, X, Y> {
    type Shape = Self;
    type Stride = Self;
    #[inline(always)]
    fn onto(self, _: Self, _: M, _: O, _: usize) -> Result<Layout<Self, Self>, Error> {
        Ok(Layout::sound(self, self))
    }
}

/// A leaf of the right side on its way through the modes of the left: the extents that it has
/// stepped over and its position.
#[derive(Clone, Copy)]
pub struct Leg<O, J, P> {
    operands: O,
    stepped: P,
    at: usize,
    position: PhantomData<J>,
}

impl<O, J, P> Leg<O, J, P> {
    /// The leg after a mode of extent `extent`.
    #[inline(always)]
    fn over<S>(self, extent: S) -> Result<Leg<O, J, Product<P, S>>, Error>
    where
        P: Mul<S>,
    {
        let Leg { operands, stepped, at, position } = self;
        let stepped = stepped
            .checked_mul(extent)
            .ok_or(Error::new(Operation::Composition, Rule::Overflow).at(at))?;
        Ok(Leg { operands, stepped, at, position })
    }

    #[inline(always)]
    fn error(&self, rule: Rule) -> Error {
        Error::new(Operation::Composition, rule).at(self.at)
    }
}

/// `d * D`, the stride of what a leaf takes of a mode.
#[inline(always)]
fn scaled<D: Mul<AD>, AD>(stride: D, of: AD, at: usize) -> Result<Product<D, AD>, Error> {
    stride.checked_mul(of).ok_or(Error::new(Operation::Composition, Rule::Overflow).at(at))
}

/// The start: `1:d` is `1:0` and `s:0` stays, whatever the left side. `Self` says whether the
/// extent is 1 and whether the stride is 0.
pub trait OntoLeaf<S, D, M, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn onto_leaf(extent: S, stride: D, modes: M, leg: L) -> Result<Self::Out, Error>;
}
impl<Z, S, D, M, L> OntoLeaf<S, D, M, L> for (B1, Z) {
    type Out = HNil;
    #[inline(always)]
    fn onto_leaf(_: S, _: D, _: M, _: L) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S, D, M, L> OntoLeaf<S, D, M, L> for (B0, B1) {
    type Out = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn onto_leaf(extent: S, zero: D, _: M, _: L) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, zero), HNil))
    }
}
impl<S, D, M: ComposeLeaf<S, D, L>, L> OntoLeaf<S, D, M, L> for (B0, B0) {
    type Out = M::Out;
    #[inline(always)]
    fn onto_leaf(extent: S, stride: D, modes: M, leg: L) -> Result<Self::Out, Error> {
        modes.compose_leaf(extent, stride, leg)
    }
}

/// The leaf `S:D`, of extent above 1 and stride above 0 where they are static, through the
/// modes `Self` of the left side.
pub trait ComposeLeaf<S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn compose_leaf(self, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
// `():()` is 0 everywhere.
impl<S, D, L> ComposeLeaf<S, D, L> for HNil {
    type Out = HCons<Mode<S, Static<typenum::U0>>, HNil>;
    #[inline(always)]
    fn compose_leaf(self, extent: S, _: D, _: L) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, Static::new()), HNil))
    }
}
// The last mode takes everything.
impl<AS, AD, S, D: Mul<AD>, O, J, P> ComposeLeaf<S, D, Leg<O, J, P>> for HCons<Mode<AS, AD>, HNil> {
    type Out = HCons<Mode<S, Product<D, AD>>, HNil>;
    #[inline(always)]
    fn compose_leaf(self, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, scaled(stride, self.head.stride, leg.at)?), HNil))
    }
}
impl<AS, AD, M, T, S, D, L> ComposeLeaf<S, D, L> for HCons<Mode<AS, AD>, HCons<M, T>>
where
    AS: Versus<D>,
    AS::Out: Meet<Mode<AS, AD>, HCons<M, T>, S, D, L>,
{
    type Out = <AS::Out as Meet<Mode<AS, AD>, HCons<M, T>, S, D, L>>::Out;
    #[inline(always)]
    fn compose_leaf(self, extent: S, stride: D, leg: L) -> Result<Self::Out, Error> {
        AS::Out::meet(self.head, self.tail, extent, stride, leg)
    }
}

/// A leaf meets a mode that is not the last. `Self` says how the mode's extent compares with
/// the leaf's stride.
pub trait Meet<M, T, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn meet(mode: M, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}

// The stride covers the mode: step over it.
macro_rules! step_over {
    ($($answer:ident)*) => {$(
        impl<N, AD, T, S, K, L> Meet<Mode<Static<N>, AD>, T, S, Static<K>, L> for $answer
        where
            K: ExactDiv<N>,
            K::Out: StepOver<Static<N>, T, S, Static<K>, L>,
        {
            type Out = <K::Out as StepOver<Static<N>, T, S, Static<K>, L>>::Out;
            #[inline(always)]
            fn meet(mode: Mode<Static<N>, AD>, tail: T, extent: S, stride: Static<K>, leg: L) -> Result<Self::Out, Error> {
                K::Out::step_over(mode.shape, tail, extent, stride, leg)
            }
        }
    )*};
}
step_over!(Less Equal);

/// Goes on behind a mode of extent `N`. `Self` is the leaf's stride `D` divided by it.
pub trait StepOver<N, T, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn step_over(over: N, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, B, N, T, S, D, O, J, P> StepOver<N, T, S, D, Leg<O, J, P>> for UInt<U, B>
where
    P: Mul<N>,
    T: ComposeLeaf<S, Static<Self>, Leg<O, J, Product<P, N>>>,
{
    type Out = T::Out;
    #[inline(always)]
    fn step_over(over: N, tail: T, extent: S, _: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        tail.compose_leaf(extent, Static::new(), leg.over(over)?)
    }
}
impl<N: Leaf, T, S, D: Leaf, A, B, W, J, P> StepOver<N, T, S, D, Leg<Operands<A, B, W>, J, P>>
    for Inexact
{
    type Out = Bad<rule::StrideDivisibility, Place<A, B, J>, D, N>;
    fn step_over(
        over: N,
        _: T,
        _: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        let (stride, extent) = (stride.number(), over.number());
        failed(leg.error(Rule::StrideDivisibility { stride, extent }))
    }
}

// The mode offers extent / stride of its elements.
impl<N: ExactDiv<K>, AD, T, S, K, L> Meet<Mode<Static<N>, AD>, T, S, Static<K>, L> for Greater
where
    N::Out: Offer<Mode<Static<N>, AD>, T, S, Static<K>, L>,
{
    type Out = <N::Out as Offer<Mode<Static<N>, AD>, T, S, Static<K>, L>>::Out;
    #[inline(always)]
    fn meet(
        mode: Mode<Static<N>, AD>,
        tail: T,
        extent: S,
        stride: Static<K>,
        leg: L,
    ) -> Result<Self::Out, Error> {
        N::Out::offer(mode, tail, extent, stride, leg)
    }
}

/// Takes from a mode what it offers. `Self` is the mode's extent divided by the leaf's stride.
pub trait Offer<M, T, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn offer(mode: M, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, B, M, T, S, D, L> Offer<M, T, S, D, L> for UInt<U, B>
where
    S: Versus<Static<Self>>,
    S::Out: Take<Static<Self>, M, T, S, D, L>,
{
    type Out = <S::Out as Take<Static<Self>, M, T, S, D, L>>::Out;
    #[inline(always)]
    fn offer(mode: M, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error> {
        S::Out::take(mode, tail, extent, stride, leg)
    }
}
// Uneven: right only if nothing on the right side leaves the mode.
impl<N, AD, T, S, D, A, B, W: AnyLayout, J, P>
    Offer<Mode<N, AD>, T, S, D, Leg<Operands<A, B, W>, J, P>> for Inexact
where
    ModesOf<W>: StaticReach,
    P: Mul<N>,
    <ModesOf<W> as StaticReach>::Reach: Versus<Product<P, N>>,
    <<ModesOf<W> as StaticReach>::Reach as Versus<Product<P, N>>>::Out:
        Uneven<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>>,
{
    type Out = <<<ModesOf<W> as StaticReach>::Reach as Versus<Product<P, N>>>::Out as Uneven<
        Mode<N, AD>,
        S,
        D,
        Leg<Operands<A, B, W>, J, P>,
    >>::Out;
    #[inline(always)]
    fn offer(
        mode: Mode<N, AD>,
        _: T,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        <<ModesOf<W> as StaticReach>::Reach as Versus<Product<P, N>>>::Out::uneven(
            mode, extent, stride, leg,
        )
    }
}

/// A stride that does not divide the mode's extent. `Self` says how the largest value of the
/// right side compares with the product of the extents up to this mode.
pub trait Uneven<M, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn uneven(mode: M, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<N, AD, S, D: Mul<AD>, O, J, P> Uneven<Mode<N, AD>, S, D, Leg<O, J, P>> for Less {
    type Out = HCons<Mode<S, Product<D, AD>>, HNil>;
    #[inline(always)]
    fn uneven(m: Mode<N, AD>, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, scaled(stride, m.stride, leg.at)?), HNil))
    }
}
impl<N: Leaf, AD, S, D: Leaf + Mul<AD>, A, B, W: AnyLayout, J, P: Leaf>
    Uneven<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>> for Unknown
{
    type Out = HCons<Mode<S, Product<D, AD>>, HNil>;
    #[inline(always)]
    fn uneven(
        m: Mode<N, AD>,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        if leg.operands.whole.modes().reach() / leg.stepped.get() >= m.shape.get() {
            let (stride, extent) = (stride.number(), m.shape.number());
            return failed(leg.error(Rule::StrideDivisibility { stride, extent }));
        }
        Ok(cons(mode(extent, scaled(stride, m.stride, leg.at)?), HNil))
    }
}
macro_rules! leaves_the_mode {
    ($($answer:ident)*) => {$(
        impl<N: Leaf, AD, S, D: Leaf, A, B, W, J, P> Uneven<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>> for $answer {
            type Out = Bad<rule::StrideDivisibility, Place<A, B, J>, D, N>;
            fn uneven(mode: Mode<N, AD>, _: S, stride: D, leg: Leg<Operands<A, B, W>, J, P>) -> Result<Self::Out, Error> {
                let (stride, extent) = (stride.number(), mode.shape.number());
                failed(leg.error(Rule::StrideDivisibility { stride, extent }))
            }
        }
    )*};
}
leaves_the_mode!(Equal Greater);

/// Takes `N` elements of a mode or as many as the leaf has. `Self` says how the leaf's extent
/// compares with `N`.
pub trait Take<N, M, T, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn take(mode: M, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
macro_rules! take_the_rest {
    ($($answer:ident)*) => {$(
        impl<N, AS, AD, T, S, D: Mul<AD>, O, J, P> Take<N, Mode<AS, AD>, T, S, D, Leg<O, J, P>> for $answer {
            type Out = HCons<Mode<S, Product<D, AD>>, HNil>;
            #[inline(always)]
            fn take(m: Mode<AS, AD>, _: T, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
                Ok(cons(mode(extent, scaled(stride, m.stride, leg.at)?), HNil))
            }
        }
    )*};
}
take_the_rest!(Less Equal);
impl<N, M, T, K: ExactDiv<N>, D, L> Take<Static<N>, M, T, Static<K>, D, L> for Greater
where
    K::Out: GoOn<Static<N>, M, T, Static<K>, D, L>,
{
    type Out = <K::Out as GoOn<Static<N>, M, T, Static<K>, D, L>>::Out;
    #[inline(always)]
    fn take(mode: M, tail: T, extent: Static<K>, stride: D, leg: L) -> Result<Self::Out, Error> {
        K::Out::go_on(mode, tail, extent, stride, leg)
    }
}
// A dynamic extent: the mode is emitted, and what is left may be 1.
impl<N, AS, AD, T, I: Index, D, O, J, P> Take<N, Mode<AS, AD>, T, Dyn<I>, D, Leg<O, J, P>>
    for Unknown
where
    AS: LeafIn<I>,
    D: LeafIn<I> + Mul<AD>,
    T: ComposeLeaf<Dyn<I>, Static<U1>, Leg<O, J, P>>,
{
    type Out = HCons<Mode<Dyn<I>, Product<D, AD>>, T::Out>;
    #[inline(always)]
    fn take(
        m: Mode<AS, AD>,
        tail: T,
        extent: Dyn<I>,
        stride: D,
        leg: Leg<O, J, P>,
    ) -> Result<Self::Out, Error> {
        // The stride divides the extent of the mode, so the reach does not matter.
        let taken = take(m.shape.get_in(), (extent.0, stride.get_in()), I::ZERO)
            .map_err(|error| error.at(leg.at))?;
        let head = mode(Dyn(taken.extent), scaled(stride, m.stride, leg.at)?);
        Ok(cons(head, tail.compose_leaf(Dyn(taken.rest.0), Static::new(), leg)?))
    }
}

/// Goes on with what is left of the leaf. `Self` is its extent `S` divided by `N`.
pub trait GoOn<N, M, T, S, D, L> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn go_on(mode: M, tail: T, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, C, N: Default, AS, AD, T, S, D: Mul<AD>, O, J, P>
    GoOn<N, Mode<AS, AD>, T, S, D, Leg<O, J, P>> for UInt<U, C>
where
    T: ComposeLeaf<Static<Self>, Static<U1>, Leg<O, J, P>>,
{
    type Out = HCons<Mode<N, Product<D, AD>>, T::Out>;
    #[inline(always)]
    fn go_on(
        m: Mode<AS, AD>,
        tail: T,
        _: S,
        stride: D,
        leg: Leg<O, J, P>,
    ) -> Result<Self::Out, Error> {
        let head = mode(N::default(), scaled(stride, m.stride, leg.at)?);
        Ok(cons(head, tail.compose_leaf(Static::new(), Static::new(), leg)?))
    }
}
impl<N: Leaf + Default, M, T, S: Leaf, D, A, B, W, J, P>
    GoOn<N, M, T, S, D, Leg<Operands<A, B, W>, J, P>> for Inexact
{
    type Out = Bad<rule::ShapeDivisibility, Place<A, B, J>, S, N>;
    fn go_on(
        _: M,
        _: T,
        extent: S,
        _: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        let (extent, factor) = (extent.number(), N::default().number());
        failed(leg.error(Rule::ShapeDivisibility { extent, factor }))
    }
}

// Run time decides whether the leaf steps over the mode or takes from it.
impl<AS, AD, T, S, D, I: Index, A, B, W, J, P>
    Meet<Mode<AS, AD>, T, S, D, Leg<Operands<A, B, W>, J, P>> for Unknown
where
    AS: Mul<S> + LeafIn<I>,
    Product<AS, S>: Mul<D, Out = Dyn<I>>,
    S: LeafIn<I>,
    D: LeafIn<I>,
    Dyn<I>: Mul<AD>,
    W: AnyLayout,
    P: Leaf + Mul<AS>,
    T: ComposeLeaf<Dyn<I>, Dyn<I>, Leg<Operands<A, B, W>, J, Product<P, AS>>>,
{
    type Out = HCons<Mode<Dyn<I>, Product<Dyn<I>, AD>>, T::Out>;
    #[inline(always)]
    fn meet(
        m: Mode<AS, AD>,
        tail: T,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        let reach = leg.operands.whole.modes().reach() / leg.stepped.get();
        let reach = I::of((reach as u64).min(I::MAX));
        let taken = take(m.shape.get_in(), (extent.get_in(), stride.get_in()), reach)
            .map_err(|error| error.at(leg.at))?;
        let head = mode(Dyn(taken.extent), scaled(Dyn(taken.stride), m.stride, leg.at)?);
        let (extent, stride) = taken.rest;
        Ok(cons(head, tail.compose_leaf(Dyn(extent), Dyn(stride), leg.over(m.shape)?)?))
    }
}
