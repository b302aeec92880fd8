//! Which way an operation goes: static operands take the one of functions, others the general one.

use tilework_algebra::{Error, Operation};

use super::leaves::Leaves;
use super::refusal::Operand;
use super::tree::Outcome;
use crate::layout::{Layout, Parts};
use crate::leaf::integers::{self, Integers, Mixed, NoInteger, Otherwise};
use crate::verdict::{Bad, Position, rule};

/// An operation on a layout, with the other operand `B`, as a function of the sorts of leaves.
pub trait Applied<B> {
    /// The operation, for errors.
    const OPERATION: Operation;
    /// Whether run time has a rule to check although the result is static.
    const CHECKS: bool = false;
    /// The integers of run time among the leaves of the operands, [`Otherwise`] where the function is not for them.
    type Operands<S: Leaves<D>, D>: Integers;
    /// The result, a layout, a refusal if a rule does not hold, or [`Undecided`](super::Undecided).
    type Of<S: Leaves<D>, D>: Outcome;
    /// The result.
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        b: B,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error>;
    /// See [`Generally::stays_within`].
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
    /// See [`Generally::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
    /// The result, or the verdict on it; the first leaf is at `J`.
    type Judged<J: Position>: Parts;
    /// The same.
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

/// An operation of any operands, with values, positions and verdicts. What it refuses stands at
/// `J`.
pub trait Generally<A, B, J> {
    /// The result, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The result.
    fn generally(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// Whether run time sees at little cost that the result is no larger than `a` and has no offsets beside
    /// those of it.
    fn stays_within(a: &A, b: &B) -> bool;
}

/// The operation `F`, the way that `Self` says: [`Statically::Operands`].
#[diagnostic::on_unimplemented(
    message = "one integer type: the leaves of run time must be all `usize` or all `u32`",
    label = "has no result"
)]
pub trait Way<F, A, B, J> {
    /// The result, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The result.
    fn apply(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// See [`Generally::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
}
// No clause here asks for the result, which would be computed once more for each.
#[diagnostic::do_not_recommend]
impl<F: Statically<A, B>, A, B, J: Position> Way<F, A, B, J> for NoInteger {
    type Out = <F::Out as Outcome>::Or<A, F::Named, J>;
    #[inline(always)]
    fn apply(_: A, _: B, _: usize) -> Result<Self::Out, Error> {
        match const { F::Out::KNOWN } {
            Some(known) => Ok(known.or::<A, F::Named, J>()),
            None => unreachable!("what is static is known"),
        }
    }
    // Whether it is sound is decided while compiling.
    #[inline(always)]
    fn stays_within(_: &A, _: &B) -> bool {
        false
    }
}
macro_rules! of_run_time {
    ($($integers:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Statically<A, B>, A, B, J: Position> Way<F, A, B, J> for $integers {
            type Out = <F::Out as Outcome>::Or<A, F::Named, J>;
            #[inline(always)]
            fn apply(a: A, b: B, at: usize) -> Result<Self::Out, Error> {
                match F::compute(a, b, at) {
                    Ok(result) => Ok(result.or::<A, F::Named, J>()),
                    Err(error) => Err(error),
                }
            }
            #[inline(always)]
            fn stays_within(a: &A, b: &B) -> bool {
                F::stays_within(a, b)
            }
        }
    )*};
}
of_run_time!(u32 usize);
#[diagnostic::do_not_recommend]
impl<F: Refuses, A, B, J> Way<F, A, B, J> for Mixed {
    type Out = Layout<TwoIntegers, TwoIntegers>;
    fn apply(_: A, _: B, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
    fn stays_within(_: &A, _: &B) -> bool {
        false
    }
}
#[diagnostic::do_not_recommend]
impl<F, A: integers::Operand, B: integers::Operand, J, I, V> Way<F, A, B, J> for Otherwise<V>
where
    A::Integers: Integers<With<B::Integers> = I>,
    I: InIntegers<F, A, B, J>,
{
    type Out = I::Out;
    #[inline(always)]
    fn apply(a: A, b: B, at: usize) -> Result<I::Out, Error> {
        I::apply(a, b, at)
    }
    #[inline(always)]
    fn stays_within(a: &A, b: &B) -> bool {
        I::stays_within(a, b)
    }
}

/// The operation `F`, where `Self` are the integers among the leaves of `A` and `B`.
pub trait InIntegers<F, A, B, J> {
    /// The result, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The result.
    fn apply(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// See [`Generally::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
}
macro_rules! in_integers {
    ($($integers:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Generally<A, B, J>, A, B, J> InIntegers<F, A, B, J> for $integers {
            type Out = F::Out;
            #[inline(always)]
            fn apply(a: A, b: B, at: usize) -> Result<F::Out, Error> {
                F::generally(a, b, at)
            }
            #[inline(always)]
            fn stays_within(a: &A, b: &B) -> bool {
                F::stays_within(a, b)
            }
        }
    )*};
}
in_integers!(NoInteger u32 usize);
#[diagnostic::do_not_recommend]
impl<F: Refuses, A, B, J> InIntegers<F, A, B, J> for Mixed {
    type Out = Layout<TwoIntegers, TwoIntegers>;
    fn apply(_: A, _: B, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
    fn stays_within(_: &A, _: &B) -> bool {
        false
    }
}
type TwoIntegers = Bad<rule::OneInteger, (), (), ()>;
/// An operation that has verdicts. Coalesce has none.
pub trait Refuses {}
