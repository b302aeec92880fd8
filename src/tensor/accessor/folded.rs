//! Elements that are folds along a mode, computed when they are read. They are not in memory.

use core::fmt;
use core::ops::Range;

use super::{Accessor, Reader, Whole, sealed};
use crate::layout::modes::Modes;

/// The folds of the elements of another accessor along a mode: the element at the offset `i` is the fold of those at
/// `i + m`, for the offsets `m` of the mode. See [`Tensor::along`](crate::Tensor::along).
#[derive(Clone, Copy)]
pub struct Folded<A, M, B, F> {
    elements: A,
    mode: M,
    init: B,
    f: F,
}
impl<A, M, B, F> sealed::Sealed for Folded<A, M, B, F> {}
impl<A: fmt::Debug, M: fmt::Debug, B, F> fmt::Debug for Folded<A, M, B, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Folded { elements, mode, .. } = self;
        f.debug_struct("Folded")
            .field("elements", elements)
            .field("mode", mode)
            .finish_non_exhaustive()
    }
}
impl<A, M, B, F> Folded<A, M, B, F> {
    /// For elements that exist at the offsets of the mode, counted from each offset that is read.
    #[inline(always)]
    pub(crate) fn new(elements: A, mode: M, init: B, f: F) -> Self {
        Folded { elements, mode, init, f }
    }
}
#[diagnostic::do_not_recommend]
impl<A: Accessor<Item: Copy>, M: Modes, B: Copy, F: Fn(B, A::Item) -> B + Copy> Accessor
    for Folded<A, M, B, F>
{
    type Item = B;
    type Shared<'s>
        = Folded<A::Shared<'s>, M, B, F>
    where
        Self: 's;
    type Reader<'s>
        = Folded<A::Reader<'s>, M, B, F>
    where
        Self: 's;
    const WRITES: bool = false;
    const WHOLE: bool = A::WHOLE;
    const MODULO: bool = A::MODULO;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
        let Folded { mode, init, f, .. } = *self;
        // An empty mode has no elements to fold.
        if mode.is_empty() {
            return Folded { elements: self.elements.shared(0..0), mode, init, f };
        }
        let end = if range.is_empty() { range.end } else { range.end + mode.reach() };
        Folded { elements: self.elements.shared(range.start..end), mode, init, f }
    }
    #[inline(always)]
    fn length(&self) -> usize {
        // Along an empty mode no element is read, at any offset.
        if self.mode.is_empty() {
            return i64::MAX as usize;
        }
        self.elements.length().saturating_sub(self.mode.reach())
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Self::Reader<'_> {
        let Folded { mode, init, f, .. } = *self;
        // SAFETY: the caller promises to read only at offsets of the layout of the other modes. Together with those of
        // the mode they are offsets of the layout that has both.
        Folded { elements: unsafe { self.elements.reader() }, mode, init, f }
    }
}
impl<A: Whole<Item: Copy>, M: Modes, B: Copy, F: Fn(B, A::Item) -> B + Copy> Whole
    for Folded<A, M, B, F>
{
}
impl<R: Reader<Item: Copy>, M: Modes, B: Copy, F: Fn(B, R::Item) -> B + Copy> Reader
    for Folded<R, M, B, F>
{
    type Item = B;
    type Element = B;
    #[inline(always)]
    fn at(&self, offset: usize) -> B {
        let Folded { elements, mode, init, f } = *self;
        mode.nested_loops(offset, init, &mut |folded, at| f(folded, elements.value(at)))
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> B {
        self.at(offset)
    }
    const IN_ROWS: bool = true;
    #[inline(always)]
    fn each_of_row(&self, offset: usize, step: usize, extent: usize, f: &mut impl FnMut(usize, B)) {
        if const { size_of::<B>() > 16 } || !self.is_closer(step) {
            for i in 0..extent {
                f(i, self.at(offset + i * step));
            }
        } else if step == 1 {
            self.rows(offset, 1, extent, f);
        } else {
            self.rows(offset, step, extent, f);
        }
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const B> {
        None
    }
}
impl<R: Reader<Item: Copy>, M: Modes, B: Copy, F: Fn(B, R::Item) -> B + Copy> Folded<R, M, B, F> {
    /// Returns whether a step is shorter than each step of the mode.
    #[inline(always)]
    fn is_closer(&self, step: usize) -> bool {
        let (mut several, mut closer) = (false, true);
        self.mode.for_each_mode(0, &mut |_, mode| {
            several |= mode.shape > 1;
            closer &= mode.shape <= 1 || (step as u64) < mode.stride as u64;
        });
        several && closer
    }

    /// [`Reader::each_of_row`], row by row of the mode: each element of a row is folded into its own place. All places
    /// are initialized first, so there are few of them for short rows. Together they take a few KiB, so that they fit
    /// the first-level cache.
    #[inline(always)]
    fn rows(&self, offset: usize, step: usize, extent: usize, f: &mut impl FnMut(usize, B)) {
        if extent <= 64 {
            self.rows_of::<64>(offset, step, extent, f);
        } else {
            self.rows_of::<1024>(offset, step, extent, f);
        }
    }

    #[inline(always)]
    fn rows_of<const N: usize>(
        &self,
        offset: usize,
        step: usize,
        extent: usize,
        each: &mut impl FnMut(usize, B),
    ) {
        let Folded { elements, mode, init, f } = *self;
        let mut places = [init; N];
        let mut done = 0;
        while done < extent {
            let places = &mut places[..N.min(extent - done)];
            places.fill(init);
            // Four rows at a time, so that places are read and written a quarter as often.
            let mut rows = [0; 4];
            let mut count = 0;
            mode.nested_loops(offset + done * step, (), &mut |(), at| {
                rows[count] = at;
                count += 1;
                if count == rows.len() {
                    count = 0;
                    for (i, folded) in places.iter_mut().enumerate() {
                        *folded = rows
                            .iter()
                            .fold(*folded, |folded, row| f(folded, elements.value(row + i * step)));
                    }
                }
            });
            for row in &rows[..count] {
                for (i, folded) in places.iter_mut().enumerate() {
                    *folded = f(*folded, elements.value(row + i * step));
                }
            }
            for (i, folded) in places.iter().enumerate() {
                each(done + i, *folded);
            }
            done += places.len();
        }
    }
}
