//! Operations as functions of the kinds of leaves, and their results as layouts or verdicts.

use tilework_algebra::{Error, Operation};

use super::leaves::Leaves;
use super::refusal::NamedOperand;
use super::tree::Outcome;
use crate::layout::any_result::AnyResult;
use crate::layout::fill_from_modes::{FillFromModes, Sound, itself};
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::integers::Integers;
use crate::verdict::Position;

/// An operation on a layout with the other operand `B`, as a function of the kinds of leaves.
pub trait Applied<B> {
    /// The operation, for errors.
    const OPERATION: Operation;
    /// True if a rule is left to check at run time although the result is static.
    const CHECKS: bool = false;
    /// The dynamic integers among the leaves of the operands, or [`NotIntegers`](crate::leaf::integers::NotIntegers) if the
    /// function does not take such leaves.
    type Operands<S: Leaves<D>, D>: Integers;
    /// The result: a layout, a refusal if a rule does not hold, or [`Undecided`](super::Undecided).
    type Of<S: Leaves<D>, D>: Outcome;
    /// The value of the result. An error names modes counted from `at`.
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        b: B,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error>;
    /// The result as `R`, which is the same type: rustc would compute a projection again for each body that names it.
    #[inline(always)]
    fn try_parts<S: Leaves<D>, D: Copy, R: FillFromModes>(
        layout: Layout<S, D>,
        b: B,
        at: usize,
    ) -> Result<R, Error> {
        match Self::of(layout, b, at) {
            Ok(result) => {
                let (shape, stride) = AnyLayout::parts(result.layout());
                Ok(itself(Layout::sound(shape, stride)))
            }
            Err(error) => Err(error),
        }
    }
    /// The result as `R`, if it is sound. An error names `operation`.
    #[inline(always)]
    fn try_validated<S: Leaves<D>, D: Copy, R: AnyResult>(
        layout: Layout<S, D>,
        b: B,
        operation: Operation,
    ) -> Result<R, Error> {
        match Self::try_parts::<S, D, R::Parts>(layout, b, 0) {
            Ok(parts) => R::of_parts(parts, Sound::YES).validated(operation),
            Err(error) => Err(error.during(operation)),
        }
    }
    /// Returns whether a cheap check at run time shows that the result is no larger than `layout` and has only offsets
    /// of it.
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_layout: &Layout<S, D>, _b: &B) -> bool {
        false
    }
}
/// The functions of an operation whose numbers come from the steps `$steps`. The steps work on the leaves of the layout
/// and on those that `$right` takes from the other operand, of type `$by`.
macro_rules! by_numbers {
    ($steps:ty, |$b:ident: $by:ty| $right:expr) => {
        #[inline(always)]
        fn of<S: Leaves<D>, D: Copy>(
            layout: Layout<S, D>,
            $b: $by,
            at: usize,
        ) -> Result<Self::Of<S, D>, Error> {
            crate::operation::kind::dynamic::compute::<$steps, _, _, _>(layout, $right, at, None)
        }
        #[inline(always)]
        fn try_parts<S: Leaves<D>, D: Copy, O: crate::layout::fill_from_modes::FillFromModes>(
            layout: Layout<S, D>,
            $b: $by,
            at: usize,
        ) -> Result<O, Error> {
            crate::operation::kind::dynamic::compute::<$steps, _, _, O>(layout, $right, at, None)
        }
        #[inline(always)]
        fn try_validated<S: Leaves<D>, D: Copy, O: crate::layout::any_result::AnyResult>(
            layout: Layout<S, D>,
            $b: $by,
            operation: Operation,
        ) -> Result<O, Error> {
            let parts = crate::operation::kind::dynamic::compute::<$steps, _, _, O::Parts>(
                layout,
                $right,
                0,
                Some(operation),
            );
            match parts {
                Ok(parts) => {
                    crate::operation::kind::dynamic::result::<Layout<S, D>, O>(parts, operation)
                }
                Err(error) => Err(error),
            }
        }
    };
}
pub(in crate::operation) use by_numbers;
/// The operation `Self` on `A` and `B`.
pub trait Statically<A, B> {
    /// See [`Applied::Operands`].
    type Operands: Integers;
    /// See [`Applied::Of`].
    type Out: Outcome;
    /// The name of `B` in verdicts.
    type Named;
    /// See [`Applied::of`].
    fn compute(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
    /// See [`Applied::try_parts`].
    fn try_parts<R: FillFromModes>(a: A, b: B, at: usize) -> Result<R, Error>;
    /// See [`Applied::try_validated`].
    fn try_validated<R: AnyResult>(a: A, b: B, operation: Operation) -> Result<R, Error>;
    /// See [`Applied::stays_within`].
    fn stays_within(a: &A, b: &B) -> bool;
    /// The result, or the verdict on it; the first leaf is at `J`.
    type Judged<J: Position>: Parts;
    /// The value of the result or of the verdict.
    fn judged<J: Position>(a: A, b: B, at: usize) -> Result<Self::Judged<J>, Error>;
}
#[diagnostic::do_not_recommend]
impl<F: Applied<B>, S: Leaves<D>, D: Copy, B: NamedOperand> Statically<Layout<S, D>, B> for F {
    type Operands = F::Operands<S, D>;
    type Out = F::Of<S, D>;
    type Named = B::Name;
    #[inline(always)]
    fn compute(a: Layout<S, D>, b: B, at: usize) -> Result<Self::Out, Error> {
        F::of(a, b, at)
    }
    #[inline(always)]
    fn try_parts<R: FillFromModes>(a: Layout<S, D>, b: B, at: usize) -> Result<R, Error> {
        F::try_parts(a, b, at)
    }
    #[inline(always)]
    fn try_validated<R: AnyResult>(
        a: Layout<S, D>,
        b: B,
        operation: Operation,
    ) -> Result<R, Error> {
        F::try_validated(a, b, operation)
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
