//! How numbers of run time come from operands and go into results. The algorithms on them are those of
//! [`partly_known`](tilework_algebra::partly_known), compiled once; this is the one generic piece for all operations.

use tilework_algebra::partly_known::{Facts, Right};
use tilework_algebra::{Error, Mode};

use super::leaves::Leaves;
use super::list::List;
use super::number::Number;
use crate::layout::Layout;

/// Modes that numbers are taken from.
pub trait Operand: Copy {
    /// These modes, flat.
    type Modes: List;
    /// Writes their numbers.
    fn put(self, to: &mut [Mode]);
}
impl<S: Leaves<D>, D: Copy> Operand for Layout<S, D> {
    type Modes = S::Flatten<frunk_core::hlist::HNil>;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        let (shape, stride) = self.into_parts();
        shape.put(stride, 0, to);
    }
}
/// Flat modes as an operand.
#[derive(Clone, Copy)]
pub struct Flat<M>(pub M);
impl<M: List> Operand for Flat<M> {
    type Modes = M;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        self.0.put(0, to);
    }
}
/// A tile, and its complement behind it.
#[derive(Clone, Copy)]
pub struct Pair<S, D, M>(pub Layout<S, D>, pub M);
impl<S: Leaves<D>, D: Copy, M: List> Operand for Pair<S, D, M> {
    type Modes = S::Flatten<M>;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        let (shape, stride) = self.0.into_parts();
        shape.put(stride, 0, to);
        self.1.put(S::LEAVES, to);
    }
}

/// What numbers go into.
pub trait OfNumbers: Sized {
    /// The number of leaves.
    const COUNT: usize;
    /// With the numbers of run time from there, the first leaf at `at`.
    fn of_numbers(from: &[Mode], at: usize) -> Self;
}
/// A mode in numbers.
#[inline(always)]
pub fn mode(s: impl Number, d: impl Number) -> Mode {
    Mode { shape: s.value() as i64, stride: d.value() as i64 }
}

/// What the numbers that are known of modes say.
pub struct FactsOf<M>(core::marker::PhantomData<M>);
impl<M: List> FactsOf<M> {
    /// Of a left side.
    pub const EXTENDED: Facts = Facts::extended(&M::KNOWN);
    /// Of a layout.
    pub const COALESCED: Facts = Facts::coalesced(&M::KNOWN);
    /// Of modes as they are.
    pub const PLAIN: Facts = Facts::plain(&M::KNOWN);
}

/// An algorithm of [`partly_known`](tilework_algebra::partly_known) on a left and a right side.
pub trait Steps {
    /// Up to how many leaves of the left and of the right side it is done where it is called.
    const HERE: (usize, usize);
    /// What is to be known of the left side.
    fn facts<A: List>() -> &'static Facts;
    /// The algorithm where it is called.
    fn here(
        left: &mut [Mode],
        facts: &Facts,
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Result<(), Error>;
    /// The algorithm, compiled once.
    fn shared(
        left: &mut [Mode],
        facts: &Facts,
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Result<(), Error>;
}

/// The numbers of run time of the result `R`. Errors name the first `named` leaves of the right side, counting from
/// `at`.
#[inline(always)]
pub fn compute<F: Steps, A: Operand, B: Operand, R: OfNumbers>(
    a: A,
    b: B,
    (named, at): (usize, usize),
) -> Result<R, Error> {
    if const { A::Modes::IS_STATIC && B::Modes::IS_STATIC } {
        return Ok(R::of_numbers(&[], 0));
    }
    if const { holds::<A, B, R>(4, 4) } {
        within::<4, 4, F, A, B, R>(a, b, named, at)
    } else if const { holds::<A, B, R>(4, 16) } {
        within::<4, 16, F, A, B, R>(a, b, named, at)
    } else if const { holds::<A, B, R>(8, 64) } {
        within::<8, 64, F, A, B, R>(a, b, named, at)
    } else {
        within::<128, 128, F, A, B, R>(a, b, named, at)
    }
}
const fn holds<A: Operand, B: Operand, R: OfNumbers>(operand: usize, result: usize) -> bool {
    A::Modes::COUNT <= operand && B::Modes::COUNT <= operand && R::COUNT <= result
}
#[inline(always)]
fn within<const N: usize, const M: usize, F: Steps, A: Operand, B: Operand, R: OfNumbers>(
    a: A,
    b: B,
    named: usize,
    at: usize,
) -> Result<R, Error> {
    const ZERO: Mode = Mode { shape: 0, stride: 0 };
    let (mut left, mut leaves, mut out) = ([ZERO; N], [ZERO; N], [ZERO; M]);
    a.put(&mut left);
    b.put(&mut leaves);
    let right = Right {
        leaves: &leaves[..B::Modes::COUNT],
        facts: &FactsOf::<B::Modes>::PLAIN,
        named,
        at,
        limit: const { least(A::Modes::LIMIT, B::Modes::LIMIT) },
    };
    let (left, results) = (&mut left[..A::Modes::COUNT], &mut out[..R::COUNT]);
    let facts = F::facts::<A::Modes>();
    if const { A::Modes::COUNT <= F::HERE.0 && B::Modes::COUNT <= F::HERE.1 } {
        F::here(left, facts, right, results)?;
    } else {
        F::shared(left, facts, right, results)?;
    }
    Ok(R::of_numbers(&out, 0))
}
/// The lesser of two.
pub const fn least(a: i64, b: i64) -> i64 {
    if a < b { a } else { b }
}

/// Algorithms by their name, how many leaves they take where they are called, what they know of the left side, and the
/// functions, one of them compiled once.
macro_rules! steps {
    ($(#[doc = $doc:literal] $name:ident $here:tt $facts:ident $inline:path, $shared:path;)*) => {$(
        #[doc = $doc]
        pub struct $name;
        impl $crate::sorts::numbers::Steps for $name {
            const HERE: (usize, usize) = $here;
            #[inline(always)]
            fn facts<A: List>() -> &'static tilework_algebra::partly_known::Facts {
                &$crate::sorts::numbers::FactsOf::<A>::$facts
            }
            #[inline(always)]
            fn here(
                left: &mut [tilework_algebra::Mode],
                facts: &tilework_algebra::partly_known::Facts,
                right: tilework_algebra::partly_known::Right<'_>,
                out: &mut [tilework_algebra::Mode],
            ) -> Result<(), Error> {
                $inline(left, facts, right, out)
            }
            #[inline(always)]
            fn shared(
                left: &mut [tilework_algebra::Mode],
                facts: &tilework_algebra::partly_known::Facts,
                right: tilework_algebra::partly_known::Right<'_>,
                out: &mut [tilework_algebra::Mode],
            ) -> Result<(), Error> {
                $shared(left, facts, right, out)
            }
        }
    )*};
}
pub(super) use steps;
