//! Operations as functions of the kinds of leaves, and their results as layouts or verdicts.

use tilework_algebra::{Error, Operation};

use super::leaves::Leaves;
use super::refusal::Operand;
use super::tree::Outcome;
use crate::layout::{Layout, Parts};
use crate::leaf::integers::Integers;
use crate::verdict::Position;

/// An operation on a layout, with the other operand `B`, as a function of the kinds of leaves.
pub trait Applied<B> {
    /// The operation, for errors.
    const OPERATION: Operation;
    /// Whether run time has a rule to check although the result is static.
    const CHECKS: bool = false;
    /// The integers of run time among the leaves of the operands, [`Otherwise`](crate::leaf::integers::Otherwise) where the function is not for them.
    type Operands<S: Leaves<D>, D>: Integers;
    /// The result, a layout, a refusal if a rule does not hold, or [`Undecided`](super::Undecided).
    type Of<S: Leaves<D>, D>: Outcome;
    /// The result.
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        b: B,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error>;
    /// Whether run time sees at little cost that the result is no larger than `layout` and has no offsets beside those of it.
    fn stays_within<S: Leaves<D>, D: Copy>(layout: &Layout<S, D>, b: &B) -> bool;
}
/// The operation `Self` on `A` and `B`.
pub trait Statically<A, B> {
    /// See [`Applied::Operands`].
    type Operands: Integers;
    /// See [`Applied::Of`].
    type Out: Outcome;
    /// How verdicts name `B`.
    type Named;
    /// The result.
    fn compute(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// See [`Applied::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
    /// The result, or the verdict on it; the first leaf is at `J`.
    type Judged<J: Position>: Parts;
    /// The result or the verdict, a value.
    fn judged<J: Position>(a: A, b: B, at: usize) -> Result<Self::Judged<J>, Error>;
}
#[diagnostic::do_not_recommend]
impl<F: Applied<B>, S: Leaves<D>, D: Copy, B: Operand> Statically<Layout<S, D>, B> for F {
    type Operands = F::Operands<S, D>;
    type Out = F::Of<S, D>;
    type Named = B::Name;
    #[inline(always)]
    fn compute(a: Layout<S, D>, b: B, at: usize) -> Result<Self::Out, Error> {
        F::of(a, b, at)
    }
    #[inline(always)]
    fn stays_within(a: &Layout<S, D>, b: &B) -> bool {
        <F as Applied<B>>::stays_within(a, b)
    }
    type Judged<J: Position> =
        <F::Operands<S, D> as Integers>::Judged<F::Of<S, D>, Layout<S, D>, B::Name, J>;
    #[inline(always)]
    fn judged<J: Position>(a: Layout<S, D>, b: B, at: usize) -> Result<Self::Judged<J>, Error> {
        F::Operands::<S, D>::judged::<F::Of<S, D>, Layout<S, D>, B::Name, J>(|| F::of(a, b, at))
    }
}
