//! Packing: a panel of a matrix of any layout, in the order in which the kernel reads it.

use super::multi_mode::MultiMode;

/// A factor as the algorithm sees it: `across` are its rows or columns, `along` is summed over.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a, T> {
    pub(super) data: &'a [T],
    pub(super) across: MultiMode<'a>,
    pub(super) along: MultiMode<'a>,
}

/// The most elements across a panel.
pub(super) const WIDEST: usize = 32;

impl<T: Copy + Default> Operand<'_, T> {
    /// Packs `count` coordinates from `at` on across by `depth` from `p` on along into `to`, a panel
    /// `(width,depth):(1,width)`. What is not in the matrix is 0.
    pub(super) fn pack(
        &self,
        (at, count): (usize, usize),
        (p, depth): (usize, usize),
        width: usize,
        to: &mut [T],
    ) {
        let mut offsets = [0; WIDEST];
        // Coordinates come in groups, aligned ones, that are neighbours in memory.
        let mut group = if count == width { 16 } else { 1 };
        for (first, run) in self.across.runs(at, count) {
            for (i, offset) in offsets[first..][..run.len].iter_mut().enumerate() {
                *offset = run.offset + i * run.stride;
            }
            while group > 1
                && (run.stride != 1
                    || !first.is_multiple_of(group)
                    || !run.len.is_multiple_of(group))
            {
                group /= 2;
            }
        }
        if count < width {
            to.fill(T::default());
        }
        let offsets = &offsets[..count];
        for (first, run) in self.along.runs(p, depth) {
            let to = &mut to[first * width..][..run.len * width];
            let from = &self.data[run.offset..];
            match group {
                16 => copy::<T, 16>(from, offsets, run.stride, width, to),
                8 => copy::<T, 8>(from, offsets, run.stride, width, to),
                4 => copy::<T, 4>(from, offsets, run.stride, width, to),
                2 => copy::<T, 2>(from, offsets, run.stride, width, to),
                _ if run.stride == 1 => transpose(from, offsets, run.len, width, to),
                _ => copy::<T, 1>(from, offsets, run.stride, width, to),
            }
        }
    }
}

/// Steps of a panel, group by group.
fn copy<T: Copy, const GROUP: usize>(
    from: &[T],
    offsets: &[usize],
    stride: usize,
    width: usize,
    to: &mut [T],
) {
    for (step, to) in to.chunks_exact_mut(width).enumerate() {
        let from = &from[step * stride..];
        let groups = to.as_chunks_mut::<GROUP>().0.iter_mut();
        for (to, &offset) in groups.zip(offsets.iter().step_by(GROUP)) {
            to.copy_from_slice(&from[offset..][..GROUP]);
        }
    }
}

/// Steps that are neighbours in memory, so many at a time.
fn transpose<T: Copy>(from: &[T], offsets: &[usize], len: usize, width: usize, to: &mut [T]) {
    const STEPS: usize = 8;
    let whole = len / STEPS * STEPS;
    for first in (0..whole).step_by(STEPS) {
        let to = &mut to[first * width..][..STEPS * width];
        for (i, &offset) in offsets.iter().enumerate() {
            let from = &from[offset + first..][..STEPS];
            for (step, &x) in from.iter().enumerate() {
                to[step * width + i] = x;
            }
        }
    }
    for step in whole..len {
        for (i, &offset) in offsets.iter().enumerate() {
            to[step * width + i] = from[offset + step];
        }
    }
}
