//! Strides that are sums of scaled basis elements.

use core::fmt;
use core::hash::{Hash, Hasher};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Mode;
use typenum::{B0, B1};

use crate::layout::{Shape, Staticness};
use crate::leaf::basis::{Basis, Place};
use crate::leaf::decimal::names;
use crate::leaf::int::{Index, Known, Leaf};
use crate::leaf::integers::{Integers, NoInteger};
use crate::leaf::notation::Notation;
use crate::leaf::occupied::Occupied;
use crate::leaf::stride::{Codomain, MOST_LEAVES, StrideLeaf, StrideLeafIn};

/// The stride `sum_k N_k e_(P_k)`, a coordinate that moves several places
/// ([004](crate::guide::papers), section 2.3.1).
///
/// `T` is an hlist of two or more [`Basis`] with the places in order, each once. The macros write sums in this form,
/// and operations return them in it. Zero-sized if all multiples are static.
///
/// ```
/// use tilework::{Layout, hlist, layout, operation::composition};
/// let n = 3;
/// let diagonal: Layout!((4,2):(e0+e1,2e0+_*e1)) = layout!((4,2):(e0+e1,2e0+n*e1));
/// assert_eq!(diagonal.to_string(), "(4,2):(e0+e1,2e0+3e1)");
/// assert_eq!(diagonal.coordinate((2, 1)), hlist![2 + 2, 2 + 3]);
/// // Every other element of it.
/// assert_eq!(composition(diagonal, layout!(2:2)).to_string(), "2:2e0+2e1");
/// ```
pub struct ArithmeticTuple<T> {
    terms: T,
}

impl<T> ArithmeticTuple<T> {
    /// The sum of the terms.
    #[inline(always)]
    pub const fn new(terms: T) -> Self {
        ArithmeticTuple { terms }
    }
}
impl<T: Copy> ArithmeticTuple<T> {
    /// The terms.
    #[inline(always)]
    pub const fn terms(self) -> T {
        self.terms
    }
}
impl<T: Copy> Clone for ArithmeticTuple<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Copy> Copy for ArithmeticTuple<T> {}
impl<T: PartialEq> PartialEq for ArithmeticTuple<T> {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}
impl<T: Eq> Eq for ArithmeticTuple<T> {}
impl<T: Hash> Hash for ArithmeticTuple<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}
impl<T: Terms> fmt::Debug for ArithmeticTuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.multiple() {
            0 => f.write_str("0"),
            _ => self.terms.write(false, f),
        }
    }
}
impl<T: Terms> Notation for ArithmeticTuple<T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl<T: Known> Known for ArithmeticTuple<T> {
    const VALUE: Self = ArithmeticTuple::new(T::VALUE);
}
impl<T: Terms> StrideLeaf for ArithmeticTuple<T> {
    type IsZero = B0;
    type IsStatic = T::IsStatic;
    const KNOWN: Option<Self> = match T::KNOWN {
        Some(terms) => Some(ArithmeticTuple::new(terms)),
        None => None,
    };
    const STATIC: Option<u64> = T::STATIC;
    const LIMIT: u64 = T::LIMIT;
    const CODOMAIN: Codomain = Codomain::Coordinates;
    const OCCUPIED: &'static Occupied = T::OCCUPIED;
    #[inline(always)]
    fn multiple(self) -> usize {
        self.terms.total()
    }
}
impl<T: Terms> Shape for ArithmeticTuple<T> {
    type IsStatic = T::IsStatic;
    type Integers = T::Integers;
    type Size = typenum::U1;
    type Rank = typenum::U1;
    type Modes = names::_1;
    const KNOWN: Option<Self> = <Self as StrideLeaf>::KNOWN;
    type Head = HNil;
    type Tail = HNil;
    // The largest number of terms.
    const TERMS: usize = 8;
    const BLANK: Self = ArithmeticTuple::new(T::BLANK);
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]) {
        Terms::put(self.terms, at, to);
    }
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]) {
        Terms::fill(&mut self.terms, at, from);
    }
    const RANK: usize = 1;
    const DEPTH: usize = 0;
}

/// An hlist of scaled basis elements.
pub trait Terms: Copy + Send + Sync + 'static {
    /// True if all multiples are static.
    type IsStatic: Staticness;
    /// The integers among the multiples.
    type Integers: Integers;
    /// The terms, if the type carries their values.
    const KNOWN: Option<Self>;
    /// The sum of the multiples, if the type carries them.
    const STATIC: Option<u64>;
    /// The largest value of the integers that these are computed in.
    const LIMIT: u64;
    /// The places. Its evaluation fails to compile if the terms belong to different semimodules.
    const OCCUPIED: &'static Occupied;
    /// The terms with 0 for all dynamic integers.
    const BLANK: Self;
    /// Writes the dynamic integers, from place `at` on; each further term is `MOST_LEAVES` places further.
    fn put(self, at: usize, to: &mut [Mode]);
    /// Reads the dynamic integers that `put` wrote.
    fn fill(&mut self, at: usize, from: &[Mode]);
    /// The sum of the multiples, or the largest integer if it does not fit.
    fn total(self) -> usize;
    /// Writes `2e0+e1`; `after` says whether other terms precede.
    fn write(self, after: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
impl Terms for HNil {
    type IsStatic = B1;
    type Integers = NoInteger;
    const KNOWN: Option<Self> = Some(HNil);
    const BLANK: Self = HNil;
    #[inline(always)]
    fn put(self, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn fill(&mut self, _: usize, _: &[Mode]) {}
    const STATIC: Option<u64> = Some(0);
    const LIMIT: u64 = u64::MAX;
    const OCCUPIED: &'static Occupied = &Occupied::Nothing;
    #[inline(always)]
    fn total(self) -> usize {
        0
    }
    fn write(self, _: bool, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
impl<N: Leaf, P: Place, T: Terms> Terms for HCons<Basis<N, P>, T> {
    type IsStatic = <N::IsStatic as Staticness>::And<T::IsStatic>;
    type Integers = <N::Integers as Integers>::With<T::Integers>;
    const KNOWN: Option<Self> = match (N::KNOWN, T::KNOWN) {
        (Some(multiple), Some(tail)) => Some(HCons { head: Basis::new(multiple), tail }),
        _ => None,
    };
    const BLANK: Self = HCons { head: Basis::new(N::BLANK), tail: T::BLANK };
    #[inline(always)]
    fn put(self, at: usize, to: &mut [Mode]) {
        self.head.put::<true>(at, to);
        if const { !T::IsStatic::IS_STATIC } {
            self.tail.put(at + MOST_LEAVES, to);
        }
    }
    #[inline(always)]
    fn fill(&mut self, at: usize, from: &[Mode]) {
        self.head.fill::<true>(at, from);
        if const { !T::IsStatic::IS_STATIC } {
            self.tail.fill(at + MOST_LEAVES, from);
        }
    }
    const STATIC: Option<u64> = match (N::STATIC, T::STATIC) {
        (Some(multiple), Some(others)) => Some(multiple.saturating_add(others)),
        _ => None,
    };
    const LIMIT: u64 = if N::LIMIT < T::LIMIT { N::LIMIT } else { T::LIMIT };
    const OCCUPIED: &'static Occupied = {
        Basis::<N, P>::OCCUPIED.check(T::OCCUPIED);
        &Occupied::Both(Basis::<N, P>::OCCUPIED, T::OCCUPIED)
    };
    #[inline(always)]
    fn total(self) -> usize {
        self.head.multiple().get().saturating_add(self.tail.total())
    }
    fn write(self, after: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.head.multiple().get() > 0;
        if moves {
            f.write_str(if after { "+" } else { "" })?;
            fmt::Debug::fmt(&self.head, f)?;
        }
        self.tail.write(after || moves, f)
    }
}

impl<I: Index, H, U, T> StrideLeafIn<I, HCons<H, U>> for ArithmeticTuple<T>
where
    T: Terms + TermsIn<I, HCons<H, U>>,
{
    #[inline(always)]
    fn accumulate(self, coordinate: I, sum: HCons<H, U>) -> HCons<H, U> {
        self.terms.accumulate_terms(coordinate, sum)
    }
}
/// Terms that coordinates of type `I` scale and that are added to offsets `O`.
pub trait TermsIn<I: Index, O> {
    /// `sum + coordinate * self`
    fn accumulate_terms(self, coordinate: I, sum: O) -> O;
}
impl<I: Index, O> TermsIn<I, O> for HNil {
    #[inline(always)]
    fn accumulate_terms(self, _: I, sum: O) -> O {
        sum
    }
}
impl<I: Index, O, B: StrideLeafIn<I, O>, T: TermsIn<I, O>> TermsIn<I, O> for HCons<B, T> {
    #[inline(always)]
    fn accumulate_terms(self, coordinate: I, sum: O) -> O {
        self.tail.accumulate_terms(coordinate, self.head.accumulate(coordinate, sum))
    }
}
