//! Segregation: whether a composition distributes over the leaves of its right side, which must not carry into one
//! another.
//!
//! ```text
//! distributes(m, b) = m has one mode, or segregated(sorted(b)), or all of b stays in the first mode of m
//! segregated(b) = match b { [s:d, s1:d1, ..t] => s d <= d1 and segregated([s1:d1, ..t]), _ => true }
//! sorted(b) = match b { [] => [], [s:d, ..t] => if s = 1 { sorted(t) } else { insert(s:d, sorted(t)) } }
//! ```
//! What leaves of run time hide run time checks. (papers: 004, section 3.3.2; with what it lacks, see `DESIGN.md`.)

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Mode, steps};
use typenum::{B0, B1, Equal, Greater, Less};

use super::Undecided;
use super::answer::Unknown;
use super::list::{Last, List, Then};
use super::number::Number;
use super::tree::Leaves;

/// The leaves of a layout, sorted.
pub type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Sorted;

/// Functions of lists.
pub trait OnList: Sized {
    /// Sorted by stride, without extents of 1.
    type Sorted: List;
    /// `S:D` in these sorted modes.
    type Insert<S: Number, D: Number>: List;
    /// `HNil`, if a composition on these coalesced modes of a left side distributes over the sorted modes `B`.
    type Distributes<B: List>: List;
    /// The check of run time: of all leaves `right` of a right side.
    fn check_distributes<W: List>(self, right: W) -> Result<(), Error>;
    /// `HNil`, if these sorted modes, the last ones of `B`, are segregated. `A` is the left side.
    type Segregated<A: List, B: List>: List;
    /// The same of the sorted modes `S:D` and these.
    type SegregatedAfter<S: Number, D: Number, A: List, B: List>: List;
    /// `HNil`, if the largest value of `B` stays in the first of these modes of a left side.
    type Holds<B: List>: List;
}
impl OnList for Undecided {
    type Sorted = Undecided;
    type Insert<S: Number, D: Number> = Undecided;
    type Distributes<B: List> = Undecided;
    // Of modes that are not sorted before run time.
    #[inline(always)]
    fn check_distributes<W: List>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: List, B: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: List, B: List> = HNil;
    type Holds<B: List> = Undecided;
}
impl OnList for HNil {
    type Sorted = HNil;
    type Insert<S: Number, D: Number> = Then<S, D, HNil>;
    type Distributes<B: List> = HNil;
    #[inline(always)]
    fn check_distributes<W: List>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: List, B: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: List, B: List> = HNil;
    type Holds<B: List> = HNil;
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Sorted = Then<S, D, HNil>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as OnOrder>::Insert<S0, D0, S, D, HNil>;
    // A multiple of one stride distributes over everything.
    type Distributes<B: List> = HNil;
    #[inline(always)]
    fn check_distributes<W: List>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: List, B: List> = HNil;
    type SegregatedAfter<S0: Number, D0: Number, A: List, B: List> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as OnOrder>::IfFits<Self, A, B>;
    type Holds<B: List> = HNil;
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Sorted = <S::IsOne as OnTruth>::Insert<S, D, T::Sorted>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as OnOrder>::Insert<S0, D0, S, D, T>;
    type Distributes<B: List> = B::Segregated<Self, B>;
    #[inline(always)]
    fn check_distributes<W: List>(self, right: W) -> Result<(), Error> {
        check_segregated(right, self.0.value())
    }
    type Segregated<A: List, B: List> = T::SegregatedAfter<S, D, A, B>;
    type SegregatedAfter<S0: Number, D0: Number, A: List, B: List> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as OnOrder>::IfFits<Self, A, B>;
    type Holds<B: List> =
        <<B::Spans as Number>::Compared<S::Plus<B::Strides>, Equal> as OnOrder>::IfLess<HNil>;
}
/// Functions of orders.
pub trait OnOrder: Sized {
    /// `S:D` into the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: List>: List;
    /// `HNil`, if the sorted modes `B` are segregated. `Self`: a span with the stride after it, the
    /// first of `L`.
    type IfFits<L: List, A: List, B: List>: List;
    /// `A` for `Less`.
    type IfLess<A: List>: List;
}
impl OnOrder for Less {
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: List> =
        Then<S, D, Then<S1, D1, T>>;
    type IfFits<L: List, A: List, B: List> = L::Segregated<A, B>;
    type IfLess<A: List> = A;
}
impl OnOrder for Equal {
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: List> =
        Then<S, D, Then<S1, D1, T>>;
    type IfFits<L: List, A: List, B: List> = L::Segregated<A, B>;
    type IfLess<A: List> = Undecided;
}
impl OnOrder for Greater {
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: List> =
        Then<S1, D1, T::Insert<S, D>>;
    type IfFits<L: List, A: List, B: List> = A::Holds<B>;
    type IfLess<A: List> = Undecided;
}
impl OnOrder for Unknown {
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: List> = Undecided;
    // Run time sees.
    type IfFits<L: List, A: List, B: List> = HNil;
    type IfLess<A: List> = A;
}
/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D` into sorted modes `T`. `Self`: `S = 1`.
    type Insert<S: Number, D: Number, T: List>: List;
}
impl OnTruth for B1 {
    type Insert<S: Number, D: Number, T: List> = T;
}
impl OnTruth for B0 {
    type Insert<S: Number, D: Number, T: List> = T::Insert<S, D>;
}
/// That the leaves of a right side are segregated, or that its largest value stays below the extent `excused` of the
/// first mode of the left side.
#[inline(always)]
fn check_segregated<W: List>(right: W, excused: u64) -> Result<(), Error> {
    if W::COUNT < 2 || right.reach() < excused {
        return Ok(());
    }
    if W::COUNT <= FEW { check_at_most::<FEW>(right) } else { check_at_most::<LEAVES>(right) }
}
/// Leaves for which there is mostly room.
const FEW: usize = 8;
/// Of a sound layout at most 63 extents are above 1.
const LEAVES: usize = 63;

#[inline(always)]
fn check_at_most<const N: usize>(right: impl List) -> Result<(), Error> {
    let mut leaves = [(0, Mode { shape: 1, stride: 0 }); N];
    let mut count = 0;
    right.for_each(0, &mut |at, shape, stride| {
        if shape > 1 && stride > 0 && count < N {
            leaves[count] = (at, Mode { shape: shape as i64, stride: stride as i64 });
            count += 1;
        }
    });
    let leaves = &mut leaves[..count];
    if is_segregated(leaves) { Ok(()) } else { steps::segregated(leaves) }
}

/// Whether of any two leaves one spans no more than the stride of the other.
fn is_segregated(leaves: &[(usize, Mode)]) -> bool {
    let before =
        |a: Mode, b: Mode| a.shape.checked_mul(a.stride).is_some_and(|span| span <= b.stride);
    leaves
        .iter()
        .enumerate()
        .all(|(i, &(_, a))| leaves[..i].iter().all(|&(_, b)| before(a, b) || before(b, a)))
}
