//! The abstraction of the algorithms over numbers and results. At the type level the known numbers are constants,
//! strides are integers, and each mode has its position. At the value level all numbers are known, strides are of any
//! kind, and modes are appended.

use super::composition::taken;
use crate::error::Rule;
use crate::mode::Mode;
#[cfg(feature = "alloc")]
use crate::stride::Stride;

/// A sequence of flags that say which numbers are known.
pub(crate) trait Bits: Copy {
    /// True if all numbers are known, as they are at the value level. The integers may then be negative, and a sum may
    /// not fit.
    const ALL: bool;
    /// Returns whether the first number is known.
    fn first(self) -> bool;
    /// The flags after the first.
    fn others(self) -> Self;
}
/// One bit for each number, from the lowest.
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

/// Strides of the left side of a composition. The algorithm only scales them.
pub(crate) trait Scale: Clone {
    /// The stride that moves nothing.
    fn nothing() -> Self;
    /// This stride times `n`; `None` if it does not fit.
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

/// Receives the modes of a result.
pub(crate) trait Out<D: Scale> {
    /// Returns whether strides are bit vectors, for which no leaf may carry into another.
    fn takes_bits(&self) -> bool {
        false
    }
    /// Adds a mode.
    fn put(&mut self, mode: Mode<D>);
    /// Adds the part `s:d` taken of mode `at` of the left side.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    #[inline(always)]
    fn take(&mut self, s: u64, d: u64, _at: usize, mode: &Mode<D>) -> Result<(), Rule> {
        self.put(taken(s, d, mode)?);
        Ok(())
    }
    /// The elements for the next `count` modes, each of which the caller must write.
    fn places(&mut self, count: usize) -> &mut [Mode<D>];
    /// Ends the modes of the current leaf of the right side.
    ///
    /// # Errors
    /// The rule that one of these modes breaks.
    fn end_leaf(&mut self) -> Result<(), Rule>;
}

/// A slice with an element for each mode. If `BITS`, strides are bit vectors.
pub(crate) struct Places<'a, const BITS: bool> {
    /// The elements for this leaf and the leaves that follow.
    rest: &'a mut [Mode],
    /// The number of modes of this leaf so far.
    count: usize,
    /// The largest number.
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
            // The stride of an extent of 1 moves nothing.
            mode.stride = 0;
        }
        Ok(())
    }
}
