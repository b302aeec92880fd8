//! What the algorithms ask of the numbers, and where their results go: of the types what is known is a constant, strides are
//! integers and each mode has its place; of values all is known, strides are of any kind and modes are appended.

use super::composition::taken;
use crate::error::Rule;
use crate::mode::Mode;
#[cfg(feature = "alloc")]
use crate::stride::Stride;

/// Which numbers are known, of some one after the other.
pub(crate) trait Bits: Copy {
    /// Whether all are, of values: integers that may be negative, of which a sum need not fit.
    const ALL: bool;
    /// Whether the first one is.
    fn first(self) -> bool;
    /// Those behind the first.
    fn others(self) -> Self;
}
/// A bit for each number, from the lowest.
impl Bits for u128 {
    const ALL: bool = false;
    #[inline(always)]
    fn first(self) -> bool {
        self & 1 == 1
    }
    #[inline(always)]
    fn others(self) -> Self {
        self >> 1
    }
}
/// All numbers are known.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct All;
#[cfg(feature = "alloc")]
impl Bits for All {
    const ALL: bool = true;
    #[inline(always)]
    fn first(self) -> bool {
        true
    }
    #[inline(always)]
    fn others(self) -> Self {
        self
    }
}

/// Strides of the left side of a composition, which are scaled, and nothing else.
pub(crate) trait Scale: Clone {
    /// The stride that moves nothing.
    fn nothing() -> Self;
    /// `n` times this; `None` where it does not fit.
    fn scaled(&self, n: i64) -> Option<Self>;
}
#[cfg(not(feature = "alloc"))]
impl Scale for i64 {
    #[inline(always)]
    fn nothing() -> Self {
        0
    }
    #[inline(always)]
    fn scaled(&self, n: i64) -> Option<Self> {
        n.checked_mul(*self)
    }
}
#[cfg(feature = "alloc")]
impl<D: Stride> Scale for D {
    #[inline(always)]
    fn nothing() -> Self {
        D::zero()
    }
    #[inline(always)]
    fn scaled(&self, n: i64) -> Option<Self> {
        self.times(n)
    }
}

/// Where modes go.
pub(crate) trait Out<D: Scale> {
    /// Whether strides are bits, numbers of which stand for 1, so that no leaf may carry into another.
    fn takes_bits(&self) -> bool {
        false
    }
    /// One more mode.
    fn put(&mut self, mode: Mode<D>);
    /// `s:d` taken of the mode `at` of the left side.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    #[inline(always)]
    fn take(&mut self, s: u64, d: u64, _at: usize, mode: &Mode<D>) -> Result<(), Rule> {
        self.put(taken(s, d, mode)?);
        Ok(())
    }
    /// The places of so many modes more, each of which is to be written.
    fn places(&mut self, count: usize) -> &mut [Mode<D>];
    /// No more modes of this leaf of the right side.
    ///
    /// # Errors
    /// The rule that a number of these modes breaks.
    fn end_leaf(&mut self) -> Result<(), Rule>;
}

/// A slice that has a place for each mode. If `BITS`, strides are numbers of which bits stand for 1.
pub(crate) struct Places<'a, const BITS: bool> {
    /// Those of this leaf and of the leaves that follow.
    rest: &'a mut [Mode],
    /// How many modes this leaf has so far.
    count: usize,
    /// The largest number there is.
    limit: i64,
}
impl<'a, const BITS: bool> Places<'a, BITS> {
    #[inline(always)]
    pub fn new(rest: &'a mut [Mode], limit: i64) -> Self {
        Places { rest, count: 0, limit }
    }
}
impl<const BITS: bool> Out<i64> for Places<'_, BITS> {
    #[inline(always)]
    fn takes_bits(&self) -> bool {
        BITS
    }
    #[inline(always)]
    fn put(&mut self, mode: Mode) {
        self.rest[self.count] = mode;
        self.count += 1;
    }
    #[inline(always)]
    fn places(&mut self, count: usize) -> &mut [Mode] {
        let from = self.count;
        self.count += count;
        &mut self.rest[from..self.count]
    }
    #[inline(always)]
    fn end_leaf(&mut self) -> Result<(), Rule> {
        let (modes, others) = core::mem::take(&mut self.rest).split_at_mut(self.count);
        (self.rest, self.count) = (others, 0);
        if self.limit == i64::MAX && !BITS {
            return Ok(());
        }
        for mode in modes {
            let rule = if mode.shape > self.limit || mode.stride > self.limit {
                Rule::Overflow
            } else if BITS && mode.stride.count_ones() > 1 {
                Rule::PowerOfTwo { extent: mode.stride }
            } else {
                continue;
            };
            if mode.shape != 1 {
                return Err(rule);
            }
            // Nothing moves by it.
            mode.stride = 0;
        }
        Ok(())
    }
}
