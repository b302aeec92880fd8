//! Segregation: whether a composition distributes over the leaves of its right side.
//!
//! `A(x + y) = A(x) + A(y)` fails where `x + y` carries from one mode of `A` into the next. It
//! holds where the leaves of the right side span no more than the stride of the next larger
//! one. (papers: 004, section 3.3.2; with what it lacks, see `RULES.md`.)

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode as ValueMode, steps};
use typenum::U0;

use crate::layout::modes::{Mode, Modes};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::leaf::xor::Xor;
use crate::sorts::Segregated;

/// Whether the coalesced modes `Self` of `A` distribute over the leaves of `B`.
pub trait Distributes<A, B, J> {
    /// `HNil`, or the verdict.
    type Verdict;
    /// The check of dynamic leaves.
    fn check(self, right: B) -> Result<(), Error>;
}
impl<A, B, J> Distributes<A, B, J> for HNil {
    type Verdict = HNil;
    #[inline(always)]
    fn check(self, _: B) -> Result<(), Error> {
        Ok(())
    }
}
impl<S, D: DistributesAlone<A, B, J>, A, B, J> Distributes<A, B, J> for HCons<Mode<S, D>, HNil> {
    type Verdict = D::Verdict;
    #[inline(always)]
    fn check(self, right: B) -> Result<(), Error> {
        D::check(right)
    }
}
impl<S: Leaf, D: Excused<S, Extent = N>, N, M, T, A, B, J> Distributes<A, B, J>
    for HCons<Mode<S, D>, HCons<M, T>>
where
    B: AnyLayout + Segregated<N, A, J>,
{
    type Verdict = B::Verdict;
    #[inline(always)]
    fn check(self, right: B) -> Result<(), Error> {
        check(right, D::excused(self.head.shape))
    }
}
/// The check of a right side, which is excused if it stays below an extent.
#[inline(always)]
fn check<B: AnyLayout>(right: B, excused: usize) -> Result<(), Error> {
    let modes = right.modes();
    if <ModesOf<B> as Modes>::COUNT < 2 || modes.reach() < excused {
        return Ok(());
    }
    if segregated(modes) { Ok(()) } else { check_segregated(modes) }
}

/// Whether the multiples of one stride `Self` distribute over the leaves of `B`.
pub trait DistributesAlone<A, B, J> {
    /// `HNil`, or the verdict.
    type Verdict;
    /// The check of dynamic leaves.
    fn check(right: B) -> Result<(), Error>;
}
/// A stride of the first mode, of extent `S`, of a left side.
pub trait Excused<S> {
    /// The extent which a right side must stay below not to be segregated.
    type Extent;
    /// Its value.
    fn excused(extent: S) -> usize;
}
macro_rules! distribute {
    ($([$($g:ident)+] $stride:ty;)*) => {$(
        impl<$($g,)+ A, B, J> DistributesAlone<A, B, J> for $stride {
            type Verdict = HNil;
            #[inline(always)]
            fn check(_: B) -> Result<(), Error> {
                Ok(())
            }
        }
        impl<$($g,)+ S: Leaf> Excused<S> for $stride {
            type Extent = S;
            #[inline(always)]
            fn excused(extent: S) -> usize {
                extent.get()
            }
        }
    )*};
}
distribute! {
    [N] Static<N>;
    [I] Dyn<I>;
    [N P] Basis<N, P>;
    [T] ArithmeticTuple<T>;
}
// Of bits no multiples may overlap: leaves that are segregated, with powers of 2 for strides, do
// not.
impl<N, A, B, J> DistributesAlone<A, B, J> for Xor<N>
where
    B: AnyLayout + Segregated<Static<U0>, A, J>,
{
    type Verdict = B::Verdict;
    #[inline(always)]
    fn check(right: B) -> Result<(), Error> {
        check(right, 0)
    }
}
impl<N, S> Excused<S> for Xor<N> {
    type Extent = Static<U0>;
    #[inline(always)]
    fn excused(_: S) -> usize {
        0
    }
}

/// Whether of any two leaves one spans no more than the stride of the other.
#[inline(always)]
fn segregated<M: Modes>(modes: M) -> bool {
    let carries = |mode: ValueMode| mode.shape > 1 && mode.stride > 0;
    let before = |a: ValueMode, b: ValueMode| {
        a.shape.checked_mul(a.stride).is_some_and(|span| span <= b.stride)
    };
    let mut all = true;
    modes.for_each_mode(0, &mut |i, a| {
        modes.for_each_mode(0, &mut |j, b| {
            let carry = j < i && carries(a) && carries(b);
            all &= !carry || before(a, b) || before(b, a);
        });
    });
    all
}

/// The value level's check of all leaves, which has the error. Not inline: it holds them in an
/// array.
#[cold]
#[inline(never)]
fn check_segregated<M: Modes>(modes: M) -> Result<(), Error> {
    // Of a sound layout at most 63 extents are above 1.
    let mut leaves = [(0, ValueMode { shape: 1, stride: 0 }); 63];
    let mut count = 0;
    modes.for_each_mode(0, &mut |at, mode| {
        if mode.shape > 1 && mode.stride > 0 && count < leaves.len() {
            leaves[count] = (at, mode);
            count += 1;
        }
    });
    steps::segregated(&mut leaves[..count])
}
