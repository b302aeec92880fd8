//! Multi-modes: one mode of a tensor, with any nesting.

use crate::layout::modes::Modes;

/// A range of integral coordinates on which the offset is linear: the offset of the coordinate
/// `at + i` is `offset + i * stride` for `i < len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) offset: usize,
    pub(super) stride: usize,
    pub(super) len: usize,
}

/// The queries of an algorithm about a mode. They are behind a reference, so that the algorithm is compiled once for
/// all layouts.
pub(super) trait Linear: Sync {
    /// The longest run from the integral coordinate `at` on.
    fn run(&self, at: usize) -> Run;
}
impl<M: Modes + Sync> Linear for M {
    #[inline]
    fn run(&self, at: usize) -> Run {
        let mut left = at;
        let mut run = Run { offset: 0, stride: 0, len: 1 };
        // The coordinate in the leaves that are merged so far: `run.len:run.stride`.
        let mut coordinate = 0;
        let mut goes_on = true;
        self.for_each_mode(0, &mut |_, mode| {
            let (extent, stride) = (mode.shape as usize, mode.stride as usize);
            // The first coordinate of an empty mode is 0 too.
            if extent <= 1 {
                return;
            }
            let digit = if left < extent { left } else { left % extent };
            left = if left < extent { 0 } else { left / extent };
            run.offset += digit * stride;
            goes_on = goes_on && (run.len == 1 || stride == run.stride * run.len);
            if goes_on {
                if run.len == 1 {
                    run.stride = stride;
                }
                coordinate += digit * run.len;
                run.len *= extent;
            }
        });
        run.len -= coordinate;
        run
    }
}

/// A mode.
#[derive(Clone, Copy)]
pub(super) struct MultiMode<'a> {
    modes: &'a dyn Linear,
    /// The number of coordinates.
    pub(super) size: usize,
    /// The longest run from 0 on.
    first: Run,
}

impl<'a> MultiMode<'a> {
    #[inline]
    pub(super) fn new<M: Modes + Sync>(modes: &'a M) -> Self {
        MultiMode { modes, size: modes.size(), first: modes.run(0) }
    }

    /// The stride from 0 to 1.
    #[inline(always)]
    pub(super) fn first_stride(&self) -> usize {
        self.first.stride
    }

    /// The run that contains all of it, if there is one.
    #[inline(always)]
    pub(super) fn one_run(&self) -> Option<Run> {
        (self.first.len >= self.size).then_some(self.first)
    }

    /// The longest run from `at` on.
    #[inline(always)]
    pub(super) fn run(&self, at: usize) -> Run {
        let Run { offset, stride, len } = self.first;
        if at < len {
            Run { offset: offset + at * stride, stride, len: len - at }
        } else {
            self.modes.run(at)
        }
    }

    /// The runs of `count` coordinates from `at` on, each with the position of its first coordinate, counted from `at`.
    pub(super) fn runs(self, at: usize, count: usize) -> impl Iterator<Item = (usize, Run)> + 'a {
        let mut done = 0;
        core::iter::from_fn(move || {
            let mut run = (done < count).then(|| self.run(at + done))?;
            run.len = run.len.min(count - done);
            let first = done;
            done += run.len;
            Some((first, run))
        })
    }
}
