//! Reads dynamic numbers from operands and writes them to results. The algorithms on them are those of
//! [`rules`](tilework_algebra::rules), each compiled once. The code in this file is generic, and serves
//! all operations.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{Facts, Known, Order, Right, Tile};
use tilework_algebra::{Error, Mode, Operation};
use typenum::U1;

use super::leaves::Leaves;
use super::list::{Last, List};
use super::nat::Integral;
use crate::layout::Layout;
use crate::layout::any_result::AnyResult;
pub use crate::layout::fill_from_modes::FillFromNumbers;
use crate::layout::fill_from_modes::Sound;
use crate::layout::soundness::of_modes;
use crate::leaf::int::LARGEST;

/// Modes that numbers are read from.
pub trait DynamicOperand: Copy {
    /// These modes, flat.
    type Modes: List;
    /// True if no number is dynamic.
    const IS_STATIC: bool = Self::Modes::IS_STATIC;
    /// Writes the dynamic numbers of these modes. [`known`] has written the static ones already.
    fn put(self, to: &mut [Mode]);
    /// Writes all numbers, taking the number `term` of strides that are no integers.
    fn put_term(self, term: usize, to: &mut [Mode]);
}
impl<S: Leaves<D>, D: Copy> DynamicOperand for Layout<S, D> {
    type Modes = S::Flatten<HNil>;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        if const { !S::IS_STATIC } {
            let (shape, stride) = self.into_parts();
            shape.put(stride, 0, to);
        }
    }
    fn put_term(self, term: usize, to: &mut [Mode]) {
        let (shape, stride) = self.into_parts();
        shape.put_term(stride, term, 0, to);
    }
}
/// An integer as an operand, the mode `n:1`.
#[derive(Clone, Copy)]
pub struct WholeNumber<N>(pub N);
impl<N: Integral> DynamicOperand for WholeNumber<N> {
    type Modes = Last<N::Number, U1>;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        self.put_term(0, to);
    }
    fn put_term(self, _: usize, to: &mut [Mode]) {
        to[0].shape = self.0.number();
    }
}
/// There is no other operand.
#[derive(Clone, Copy)]
pub struct NoOperand;
impl DynamicOperand for NoOperand {
    type Modes = HNil;
    #[inline(always)]
    fn put(self, _: &mut [Mode]) {}
    fn put_term(self, _: usize, _: &mut [Mode]) {}
}

/// The numbers of modes that the types know, and 0 in the places of the others.
const fn known<const N: usize>(mut modes: &Known) -> [Mode; N] {
    let (mut numbers, mut at) = ([ZERO; N], 0);
    // (rustc also evaluates this for other `N`, with which the caller does not go on.)
    while let Known::Then(leaf, others) = modes
        && at < N
    {
        // A static number that does not fit belongs to no sound layout, so no value of it exists.
        if let Some(shape) = leaf.shape {
            numbers[at].shape = shape as i64;
        }
        if let Some(stride) = leaf.stride {
            numbers[at].stride = stride as i64;
        }
        (modes, at) = (*others, at + 1);
    }
    numbers
}

/// Facts about modes that follow from their known numbers.
pub struct FactsOf<M>(PhantomData<M>);
impl<M: List> FactsOf<M> {
    const fn few() -> &'static Known {
        assert!(M::COUNT <= 128, "a layout with dynamic leaves has at most 128 leaves");
        &M::KNOWN
    }
    /// The facts about a left side.
    pub const EXTENDED: Facts = match M::TERMS {
        0 => Facts::extended(Self::few()),
        _ => Facts::merged(Self::few(), M::STARTS, &<M::Coalesced as List>::KNOWN),
    };
    /// The facts about a layout.
    pub const COALESCED: Facts = match M::TERMS {
        0 => Facts::coalesced(Self::few()),
        _ => Facts::merged(Self::few(), M::ALL_STARTS, &<M::CoalescedAll as List>::KNOWN),
    };
    /// The facts about modes as they are.
    pub const PLAIN: Facts = Facts::plain(Self::few());
    /// The order of their strides.
    pub const ORDER: Order = Order::of(Self::few());
    /// True if all extents are known.
    pub const SIZE_IS_KNOWN: bool = Self::PLAIN.shapes.count_ones() as usize == M::COUNT;
    /// The modes as a tile.
    #[inline(always)]
    pub const fn tile(leaves: &[Mode], at: usize, limit: i64) -> Tile<'_> {
        Tile { leaves, order: &Self::ORDER, at, limit }
    }
}

/// An algorithm of [`rules`](tilework_algebra::rules) on the leaves of a left and of a right side.
pub trait Steps {
    /// The algorithm is inlined into the caller up to these numbers of leaves of the left and of the right side.
    const HERE: (usize, usize) = (0, 0);
    /// Returns whether a cheap check at run time shows that the result is no larger than the left side and has only
    /// offsets of it.
    #[inline(always)]
    fn stays_within(_left: &[Mode], _right: &[Mode]) -> bool {
        false
    }
    /// The algorithm, inlined into the caller.
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        Self::shared::<A, B, false>(left, right, out)
    }
    /// The algorithm, compiled once. `SHIFTS` is for strides that are bits: a factor shifts them.
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done;
}
/// Success if there is a result; its numbers have been written then.
pub type Done = Result<(), Error>;

/// Runs `F` on the dynamic numbers of the operands, and returns its result as `R`. If there is an operation in
/// `checked`, the result must be sound. Errors name this operation, and modes counted from `at`.
#[inline(always)]
pub fn compute<F: Steps, A: DynamicOperand, B: DynamicOperand, R: FillFromNumbers>(
    a: A,
    b: B,
    at: usize,
    checked: Option<Operation>,
) -> Result<R, Error> {
    if const { R::IS_REFUSED || A::IS_STATIC && B::IS_STATIC } {
        return Ok(R::fill_from_numbers(&[], 0, Sound::YES));
    }
    const { assert!(R::COUNT <= 128, "a layout with dynamic leaves has at most 128 leaves") };
    if const { A::Modes::TERMS > 0 } {
        return by_terms::<F, A, B, R>(a, b, at, checked);
    }
    if const { holds::<A, B, R>(4, 4) } {
        within::<4, 4, F, A, B, R>(a, b, at, checked)
    } else if const { holds::<A, B, R>(4, 16) } {
        within::<4, 16, F, A, B, R>(a, b, at, checked)
    } else if const { holds::<A, B, R>(8, 64) } {
        within::<8, 64, F, A, B, R>(a, b, at, checked)
    } else {
        within::<128, 128, F, A, B, R>(a, b, at, checked)
    }
}
const fn holds<A: DynamicOperand, B: DynamicOperand, R: FillFromNumbers>(
    operand: usize,
    result: usize,
) -> bool {
    A::Modes::COUNT <= operand && B::Modes::COUNT <= operand && R::COUNT <= result
}
#[inline(always)]
fn within<
    const N: usize,
    const M: usize,
    F: Steps,
    A: DynamicOperand,
    B: DynamicOperand,
    R: FillFromNumbers,
>(
    a: A,
    b: B,
    at: usize,
    checked: Option<Operation>,
) -> Result<R, Error> {
    let mut left = const { known::<N>(&<A::Modes as List>::KNOWN) };
    let mut leaves = const { known::<N>(&<B::Modes as List>::KNOWN) };
    let mut out = [ZERO; M];
    a.put(&mut left);
    b.put(&mut leaves);
    let (left, leaves) = (&mut left[..A::Modes::COUNT], &leaves[..B::Modes::COUNT]);
    let results = &mut out[..R::COUNT];
    let limit = const { least(A::Modes::LIMIT, B::Modes::LIMIT) };
    let within = checked.is_some() && limit == LARGEST as i64 && F::stays_within(left, leaves);
    let right = right::<A, B>(leaves, at);
    let done = if const { A::Modes::COUNT <= F::HERE.0 && B::Modes::COUNT <= F::HERE.1 } {
        F::here::<A::Modes, B::Modes>(left, right, results)
    } else {
        F::shared::<A::Modes, B::Modes, false>(left, right, results)
    };
    match finished(done, results, limit, within, checked) {
        Ok(()) => Ok(R::fill_from_numbers(&out, 0, Sound::YES)),
        Err(error) => Err(error),
    }
}
/// The right side of an algorithm, made from these leaves.
#[inline(always)]
fn right<A: DynamicOperand, B: DynamicOperand>(leaves: &[Mode], at: usize) -> Right<'_> {
    Right {
        leaves,
        facts: &FactsOf::<B::Modes>::PLAIN,
        named: B::Modes::COUNT,
        at,
        limit: const { least(A::Modes::LIMIT, B::Modes::LIMIT) },
    }
}
/// Success if an algorithm is done and, if it is to be `checked`, its result is sound. A result that stays `within` the
/// left side is sound.
#[inline(always)]
fn finished(
    done: Done,
    results: &[Mode],
    limit: i64,
    within: bool,
    checked: Option<Operation>,
) -> Done {
    match (done, checked) {
        (Ok(()), Some(operation)) if !within => of_modes(results, limit, operation),
        (Err(error), Some(operation)) => Err(error.during(operation)),
        (done, _) => done,
    }
}
const ZERO: Mode = Mode { shape: 0, stride: 0 };
/// [`compute`] if strides of the left side are no integers. The strides of the result have as many numbers as those, so
/// the algorithm runs once for each of these numbers, as if it were the stride. The first number of bits is their
/// factor. The soundness of the result is left to be checked.
#[inline(never)]
fn by_terms<F: Steps, A: DynamicOperand, B: DynamicOperand, R: FillFromNumbers>(
    a: A,
    b: B,
    at: usize,
    checked: Option<Operation>,
) -> Result<R, Error> {
    const TERMS: usize = 8;
    const { assert!(A::Modes::TERMS <= TERMS, "a sum with dynamic numbers has at most 8 terms") };
    let mut out = [ZERO; 128 * TERMS];
    let mut leaves = const { known::<128>(&<B::Modes as List>::KNOWN) };
    b.put(&mut leaves);
    for (term, out) in out.as_chunks_mut::<128>().0.iter_mut().take(A::Modes::TERMS).enumerate() {
        let mut left = [ZERO; 128];
        a.put_term(term, &mut left);
        let right = right::<A, B>(&leaves[..B::Modes::COUNT], at);
        let (left, out) = (&mut left[..A::Modes::COUNT], &mut out[..R::COUNT]);
        let done = match A::Modes::IS_BITS && term == 0 {
            true => F::shared::<A::Modes, B::Modes, true>(left, right, out),
            false => F::shared::<A::Modes, B::Modes, false>(left, right, out),
        };
        finished(done, out, 0, true, checked)?;
    }
    Ok(R::fill_from_numbers(&out, 0, Sound::YES))
}
/// The output of [`compute`] as `R`, whose parts it is, if it is sound: if strides are no integers, only the result can
/// tell.
#[inline(always)]
pub fn result<A: DynamicOperand, R: AnyResult>(
    parts: R::Parts,
    operation: Operation,
) -> Result<R, Error> {
    let result = R::of_parts(parts, Sound::YES);
    if const { A::Modes::TERMS > 0 } { result.validated(operation) } else { Ok(result) }
}
/// The answer of `ask` about the numbers of two operands.
#[inline(always)]
pub fn asked<A: DynamicOperand, B: DynamicOperand>(
    a: A,
    b: B,
    ask: fn(&[Mode], &[Mode]) -> bool,
) -> bool {
    if const { A::Modes::COUNT <= 4 && B::Modes::COUNT <= 4 } {
        asked_within::<4, A, B>(a, b, ask)
    } else {
        asked_within::<128, A, B>(a, b, ask)
    }
}
#[inline(always)]
fn asked_within<const N: usize, A: DynamicOperand, B: DynamicOperand>(
    a: A,
    b: B,
    ask: fn(&[Mode], &[Mode]) -> bool,
) -> bool {
    let mut left = const { known::<N>(&<A::Modes as List>::KNOWN) };
    let mut right = const { known::<N>(&<B::Modes as List>::KNOWN) };
    a.put(&mut left);
    b.put(&mut right);
    ask(&left[..A::Modes::COUNT], &right[..B::Modes::COUNT])
}
/// The smaller of two numbers.
pub const fn least(a: i64, b: i64) -> i64 {
    if a < b { a } else { b }
}
