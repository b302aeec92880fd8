//! One leaf of the right side composed on the modes of the left: the recursion of composition.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Taken, take};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Equal, Greater, Less, U1, UInt};

use super::Operands;
use crate::layout::AnyLayout;
use crate::layout::modes::{Mode, Modes, StaticReach, cons, mode};
use crate::leaf::arithmetic::{Mul, Product, Scale, Scaled, Unknown, Versus};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::verdict::{Bad, Place, failed, rule};

/// A leaf of the right side on its way through the modes of the left: the extents that it has
/// stepped over and its position.
#[derive(Clone, Copy)]
pub struct Leg<O, J, P> {
    pub(super) operands: O,
    pub(super) stepped: P,
    pub(super) at: usize,
    pub(super) position: PhantomData<J>,
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
fn scaled<D: Scale<AD>, AD>(stride: D, of: AD, at: usize) -> Result<Scaled<D, AD>, Error> {
    stride.checked_scale(of).map_err(|rule| Error::new(Operation::Composition, rule).at(at))
}

/// What a mode of extent `n` takes of the leaf `s:d`.
#[inline(always)]
fn taken<I: Index>(
    n: impl LeafIn<I>,
    (s, d): (impl LeafIn<I>, impl LeafIn<I>),
    reach: impl FnOnce() -> usize,
) -> Result<Taken<I>, Error> {
    if let (Ok(n), Ok(s), Ok(d)) = (n.try_get_in(), s.try_get_in(), d.try_get_in()) {
        return take(n, (s, d), || I::of((reach() as u64).min(I::MAX)));
    }
    // What is taken may fit the integers although a static leaf does not.
    let wide = take(n.get(), (s.get(), d.get()), reach)?;
    let narrow =
        |n: usize| I::try_of(n as u64).map_err(|rule| Error::new(Operation::Composition, rule));
    let (s, d) = wide.rest;
    Ok(Taken {
        extent: narrow(wide.extent)?,
        stride: narrow(wide.stride)?,
        rest: (narrow(s)?, narrow(d)?),
    })
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
impl<AS, AD, S, D: Scale<AD>, O, J, P> ComposeLeaf<S, D, Leg<O, J, P>>
    for HCons<Mode<AS, AD>, HNil>
{
    type Out = HCons<Mode<S, Scaled<D, AD>>, HNil>;
    #[inline(always)]
    fn compose_leaf(self, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, scaled(stride, self.head.stride, leg.at)?), HNil))
    }
}
impl<AS, AD, M, T, S, D, L, F, R> ComposeLeaf<S, D, L> for HCons<Mode<AS, AD>, HCons<M, T>>
where
    AS: Versus<D, Out = F>,
    F: Meet<Mode<AS, AD>, S, D, L, Out = R>,
    R: Through<HCons<M, T>>,
{
    type Out = R::Out;
    #[inline(always)]
    fn compose_leaf(self, extent: S, stride: D, leg: L) -> Result<R::Out, Error> {
        F::meet(self.head, self.tail, extent, stride, leg)
    }
}

/// What a leaf has become at one mode, on its way through the modes `T` behind it: [`Left`], [`Took`], a list
/// of one mode if that takes all, or a verdict. (So a mode is two levels of nesting, whatever is to be
/// computed at it.)
pub trait Through<T> {
    /// The flat modes of the result.
    type Out;
    /// The flat modes of the result.
    fn through(self, tail: T) -> Result<Self::Out, Error>;
}
/// The leaf `S:D` is left.
pub struct Left<S, D, L> {
    extent: S,
    stride: D,
    leg: L,
}
impl<S, D, L, T: ComposeLeaf<S, D, L>> Through<T> for Left<S, D, L> {
    type Out = T::Out;
    #[inline(always)]
    fn through(self, tail: T) -> Result<T::Out, Error> {
        tail.compose_leaf(self.extent, self.stride, self.leg)
    }
}
/// The mode has taken `M`, and the leaf `S:D` is left.
pub struct Took<M, S, D, L> {
    mode: M,
    left: Left<S, D, L>,
}
impl<M, S, D, L, T: ComposeLeaf<S, D, L>> Through<T> for Took<M, S, D, L> {
    type Out = HCons<M, T::Out>;
    #[inline(always)]
    fn through(self, tail: T) -> Result<Self::Out, Error> {
        Ok(cons(self.mode, self.left.through(tail)?))
    }
}
impl<M, T> Through<T> for HCons<M, HNil> {
    type Out = Self;
    #[inline(always)]
    fn through(self, _: T) -> Result<Self, Error> {
        Ok(self)
    }
}
impl<R, At, X, Y, T> Through<T> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn through(self, _: T) -> Result<Self, Error> {
        Ok(self)
    }
}

/// A leaf meets a mode that is not the last. `Self` says how the mode's extent compares with
/// the leaf's stride.
pub trait Meet<M, S, D, L> {
    /// What becomes of the leaf.
    type Out;
    /// The flat modes of the result. (Not what becomes of the leaf: handed up in a `Result` it costs a fifth of the
    /// run time.)
    fn meet<T>(
        mode: M,
        tail: T,
        extent: S,
        stride: D,
        leg: L,
    ) -> Result<<Self::Out as Through<T>>::Out, Error>
    where
        Self::Out: Through<T>;
}

// The stride covers the mode: step over it.
macro_rules! step_over {
    ($($answer:ident)*) => {$(
        impl<N, AD, S, K, L, Q> Meet<Mode<Static<N>, AD>, S, Static<K>, L> for $answer
        where
            K: ExactDiv<N, Out = Q>,
            Q: StepOver<Static<N>, S, Static<K>, L>,
        {
            type Out = Q::Out;
            #[inline(always)]
            fn meet<T>(mode: Mode<Static<N>, AD>, tail: T, extent: S, stride: Static<K>, leg: L) -> Result<<Q::Out as Through<T>>::Out, Error>
            where
                Q::Out: Through<T>,
            {
                Q::step_over(mode.shape, extent, stride, leg)?.through(tail)
            }
        }
    )*};
}
step_over!(Less Equal);

/// Goes on behind a mode of extent `N`. `Self` is the leaf's stride `D` divided by it.
pub trait StepOver<N, S, D, L> {
    /// What becomes of the leaf.
    type Out;
    /// What becomes of the leaf.
    fn step_over(over: N, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, B, N, S, D, O, J, P> StepOver<N, S, D, Leg<O, J, P>> for UInt<U, B>
where
    P: Mul<N>,
{
    type Out = Left<S, Static<Self>, Leg<O, J, Product<P, N>>>;
    #[inline(always)]
    fn step_over(over: N, extent: S, _: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        Ok(Left { extent, stride: Static::new(), leg: leg.over(over)? })
    }
}
impl<N: Leaf, S, D: Leaf, A, B, W, J, P> StepOver<N, S, D, Leg<Operands<A, B, W>, J, P>>
    for Inexact
{
    type Out = Bad<rule::StrideDivisibility, Place<A, B, J>, D, N>;
    fn step_over(
        over: N,
        _: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        let (stride, extent) = (stride.number(), over.number());
        failed(leg.error(Rule::StrideDivisibility { stride, extent }))
    }
}

// The mode offers extent / stride of its elements.
impl<N, AD, S, K, L, Q> Meet<Mode<Static<N>, AD>, S, Static<K>, L> for Greater
where
    N: ExactDiv<K, Out = Q>,
    Q: Offer<Mode<Static<N>, AD>, S, Static<K>, L>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn meet<T>(
        mode: Mode<Static<N>, AD>,
        tail: T,
        extent: S,
        stride: Static<K>,
        leg: L,
    ) -> Result<<Q::Out as Through<T>>::Out, Error>
    where
        Q::Out: Through<T>,
    {
        Q::offer(mode, extent, stride, leg)?.through(tail)
    }
}

/// Takes from a mode what it offers. `Self` is the mode's extent divided by the leaf's stride.
pub trait Offer<M, S, D, L> {
    /// What becomes of the leaf.
    type Out;
    /// What becomes of the leaf.
    fn offer(mode: M, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, B, M, S, D, L, F> Offer<M, S, D, L> for UInt<U, B>
where
    S: Versus<Static<Self>, Out = F>,
    F: Take<Static<Self>, M, S, D, L>,
{
    type Out = F::Out;
    #[inline(always)]
    fn offer(mode: M, extent: S, stride: D, leg: L) -> Result<Self::Out, Error> {
        F::take(mode, extent, stride, leg)
    }
}
// Uneven: right only if nothing on the right side leaves the mode.
impl<N, AD, S, D, A, B, W, J, P, M, R, F> Offer<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>>
    for Inexact
where
    W: AnyLayout<Modes = M>,
    M: StaticReach<Reach = R>,
    P: Mul<N>,
    R: Versus<Product<P, N>, Out = F>,
    F: Uneven<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn offer(
        mode: Mode<N, AD>,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        F::uneven(mode, extent, stride, leg)
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
impl<N, AD, S, D: Scale<AD>, O, J, P> Uneven<Mode<N, AD>, S, D, Leg<O, J, P>> for Less {
    type Out = HCons<Mode<S, Scaled<D, AD>>, HNil>;
    #[inline(always)]
    fn uneven(m: Mode<N, AD>, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        Ok(cons(mode(extent, scaled(stride, m.stride, leg.at)?), HNil))
    }
}
impl<N: Leaf, AD, S: Leaf, D: Leaf + Scale<AD>, A, B, W: AnyLayout, J, P: Leaf>
    Uneven<Mode<N, AD>, S, D, Leg<Operands<A, B, W>, J, P>> for Unknown
{
    type Out = HCons<Mode<S, Scaled<D, AD>>, HNil>;
    #[inline(always)]
    fn uneven(
        m: Mode<N, AD>,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<Self::Out, Error> {
        let reach = leg.operands.whole.modes().reach() / leg.stepped.get();
        if extent.get() > 1 && reach >= m.shape.get() {
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
pub trait Take<N, M, S, D, L> {
    /// What becomes of the leaf.
    type Out;
    /// What becomes of the leaf.
    fn take(mode: M, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
macro_rules! take_the_rest {
    ($($answer:ident)*) => {$(
        impl<N, AS, AD, S, D: Scale<AD>, O, J, P> Take<N, Mode<AS, AD>, S, D, Leg<O, J, P>> for $answer {
            type Out = HCons<Mode<S, Scaled<D, AD>>, HNil>;
            #[inline(always)]
            fn take(m: Mode<AS, AD>, extent: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
                Ok(cons(mode(extent, scaled(stride, m.stride, leg.at)?), HNil))
            }
        }
    )*};
}
take_the_rest!(Less Equal);
impl<N, M, K, D, L, Q> Take<Static<N>, M, Static<K>, D, L> for Greater
where
    K: ExactDiv<N, Out = Q>,
    Q: GoOn<Static<N>, M, Static<K>, D, L>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn take(mode: M, extent: Static<K>, stride: D, leg: L) -> Result<Self::Out, Error> {
        Q::go_on(mode, extent, stride, leg)
    }
}
// A dynamic extent: the mode is emitted, and what is left may be 1.
impl<N, AS, AD, I: Index, D, O, J, P> Take<N, Mode<AS, AD>, Dyn<I>, D, Leg<O, J, P>> for Unknown
where
    AS: LeafIn<I>,
    D: LeafIn<I> + Scale<AD>,
{
    type Out = Took<Mode<Dyn<I>, Scaled<D, AD>>, Dyn<I>, Static<U1>, Leg<O, J, P>>;
    #[inline(always)]
    fn take(
        m: Mode<AS, AD>,
        extent: Dyn<I>,
        stride: D,
        leg: Leg<O, J, P>,
    ) -> Result<Self::Out, Error> {
        // The stride divides the extent of the mode, so the reach does not matter.
        let taken = taken(m.shape, (extent, stride), || 0).map_err(|error| error.at(leg.at))?;
        let mode = mode(Dyn(taken.extent), scaled(stride, m.stride, leg.at)?);
        Ok(Took { mode, left: Left { extent: Dyn(taken.rest.0), stride: Static::new(), leg } })
    }
}

/// Goes on with what is left of the leaf. `Self` is its extent `S` divided by `N`.
pub trait GoOn<N, M, S, D, L> {
    /// What becomes of the leaf.
    type Out;
    /// What becomes of the leaf.
    fn go_on(mode: M, extent: S, stride: D, leg: L) -> Result<Self::Out, Error>;
}
impl<U, C, N: Default, AS, AD, S, D: Scale<AD>, O, J, P> GoOn<N, Mode<AS, AD>, S, D, Leg<O, J, P>>
    for UInt<U, C>
{
    type Out = Took<Mode<N, Scaled<D, AD>>, Static<Self>, Static<U1>, Leg<O, J, P>>;
    #[inline(always)]
    fn go_on(m: Mode<AS, AD>, _: S, stride: D, leg: Leg<O, J, P>) -> Result<Self::Out, Error> {
        let mode = mode(N::default(), scaled(stride, m.stride, leg.at)?);
        Ok(Took { mode, left: Left { extent: Static::new(), stride: Static::new(), leg } })
    }
}
impl<N: Leaf + Default, M, S: Leaf, D, A, B, W, J, P> GoOn<N, M, S, D, Leg<Operands<A, B, W>, J, P>>
    for Inexact
{
    type Out = Bad<rule::ShapeDivisibility, Place<A, B, J>, S, N>;
    fn go_on(_: M, extent: S, _: D, leg: Leg<Operands<A, B, W>, J, P>) -> Result<Self::Out, Error> {
        let (extent, factor) = (extent.number(), N::default().number());
        failed(leg.error(Rule::ShapeDivisibility { extent, factor }))
    }
}

// Run time decides whether the leaf steps over the mode or takes from it.
impl<AS, AD, S, D, I: Index, A, B, W, J, P> Meet<Mode<AS, AD>, S, D, Leg<Operands<A, B, W>, J, P>>
    for Unknown
where
    AS: Mul<S> + LeafIn<I>,
    Product<AS, S>: Mul<D, Out = Dyn<I>>,
    S: LeafIn<I>,
    D: LeafIn<I>,
    Dyn<I>: Scale<AD>,
    W: AnyLayout,
    P: Leaf + Mul<AS>,
{
    type Out = Took<
        Mode<Dyn<I>, Scaled<Dyn<I>, AD>>,
        Dyn<I>,
        Dyn<I>,
        Leg<Operands<A, B, W>, J, Product<P, AS>>,
    >;
    #[inline(always)]
    fn meet<T>(
        m: Mode<AS, AD>,
        tail: T,
        extent: S,
        stride: D,
        leg: Leg<Operands<A, B, W>, J, P>,
    ) -> Result<<Self::Out as Through<T>>::Out, Error>
    where
        Self::Out: Through<T>,
    {
        let reach = || leg.operands.whole.modes().reach() / leg.stepped.get();
        let taken = taken(m.shape, (extent, stride), reach).map_err(|error| error.at(leg.at))?;
        let mode = mode(Dyn(taken.extent), scaled(Dyn(taken.stride), m.stride, leg.at)?);
        let (extent, stride) = taken.rest;
        let left = Left { extent: Dyn(extent), stride: Dyn(stride), leg: leg.over(m.shape)? };
        Took { mode, left }.through(tail)
    }
}
