//! Packing: copies a panel of a matrix with any layout, in the order in which the kernel reads it.

use super::element::Element;
use super::element::sealed::SQUARE;
use super::multi_mode::MultiMode;
use super::place::Place;
use crate::algorithm::panel;

/// A factor in the form of the algorithm: `across` are its rows or columns, `along` is summed over.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a, T> {
    pub(super) data: &'a [T],
    /// The position of an offset in the data, if it is not the offset itself.
    pub(super) place: Option<Place<'a>>,
    pub(super) across: MultiMode<'a>,
    pub(super) along: MultiMode<'a>,
}

/// The maximum number of elements across a panel.
pub(super) const WIDEST: usize = 32;

/// The packing of panels: with `panel` coordinates across each, in a layout `(width,depth):(1,width)`. `width` is
/// `panel`; for the last panel it is the remaining number, rounded up to `unit`.
#[derive(Clone, Copy)]
pub(super) struct Panels {
    pub(super) panel: usize,
    pub(super) unit: usize,
}

impl<T: Element> Operand<'_, T> {
    /// The data from a coordinate on.
    #[inline(always)]
    pub(super) fn from(&self, at: usize, p: usize) -> &[T] {
        &self.data[self.across.run(at).offset + self.along.run(p).offset..]
    }

    /// The data from the first element on, with the strides across and along, if these are constant.
    #[inline(always)]
    pub(super) fn strided(&self) -> Option<(&[T], usize, usize)> {
        let (across, along) = (self.across.one_run()?, self.along.one_run()?);
        Some((&self.data[across.offset + along.offset..], across.stride, along.stride))
    }

    /// Packs `count` coordinates from `at` on across by `depth` from `p` on along into panels, one after another.
    /// Elements outside of the matrix are 0.
    pub(super) fn pack(
        &self,
        (at, count): (usize, usize),
        (p, depth): (usize, usize),
        Panels { panel, unit }: Panels,
        to: &mut [T],
    ) {
        let whole = count / panel * panel;
        let across = self.across.run(at);
        if self.place.is_none() && across.stride == 1 && across.len >= whole && whole > 0 {
            // In memory order: one step of all panels after another.
            for (first, run) in self.along.runs(p, depth) {
                for step in 0..run.len {
                    let from =
                        &self.data[across.offset + run.offset + step * run.stride..][..whole];
                    let to = &mut to[(first + step) * panel..];
                    match panel {
                        32 => spread::<T, 32>(from, depth, to),
                        16 => spread::<T, 16>(from, depth, to),
                        12 => spread::<T, 12>(from, depth, to),
                        8 => spread::<T, 8>(from, depth, to),
                        6 => spread::<T, 6>(from, depth, to),
                        _ => spread::<T, 4>(from, depth, to),
                    }
                }
            }
        } else {
            for i in (0..whole).step_by(panel) {
                self.pack_panel((at + i, panel), (p, depth), panel, &mut to[i * depth..]);
            }
        }
        if whole < count {
            let (left, to) = (count - whole, &mut to[whole * depth..]);
            self.pack_panel((at + whole, left), (p, depth), left.next_multiple_of(unit), to);
        }
    }

    /// Packs a panel.
    fn pack_panel(
        &self,
        (at, count): (usize, usize),
        (p, depth): (usize, usize),
        width: usize,
        to: &mut [T],
    ) {
        let to = &mut to[..width * depth];
        if let Some(place) = self.place {
            return self.pack_by_offset(place, (at, count), (p, depth), width, to);
        }
        let mut offsets = [0; WIDEST];
        // Coordinates come in aligned groups that are neighbors in memory.
        let mut group = if count == width { 16 } else { 1 };
        let across = self.across.run(at);
        let is_even = across.len >= count;
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
                _ if run.stride == 1 => {
                    let is_turned = is_even
                        && panel(
                            (&from[across.offset..], across.stride),
                            (to, width),
                            (count, run.len),
                        );
                    if !is_turned {
                        transpose(from, offsets, run.len, width, to);
                    }
                }
                _ => copy::<T, 1>(from, offsets, run.stride, width, to),
            }
        }
    }
}

impl<T: Element> Operand<'_, T> {
    /// Packs a panel of elements that do not lie at their offsets.
    fn pack_by_offset(
        &self,
        place: Place<'_>,
        (at, count): (usize, usize),
        (p, depth): (usize, usize),
        width: usize,
        to: &mut [T],
    ) {
        if count < width {
            to.fill(T::default());
        }
        for (first, across) in self.across.runs(at, count) {
            for (begin, along) in self.along.runs(p, depth) {
                for step in 0..along.len {
                    let offset = across.offset + along.offset + step * along.stride;
                    let to = &mut to[(begin + step) * width + first..][..across.len];
                    for (i, to) in to.iter_mut().enumerate() {
                        *to = self.data[place.find(offset + i * across.stride)];
                    }
                }
            }
        }
    }

    /// The operand whose offset 0 is the offset `by` of this one.
    pub(super) fn moved(&self, by: usize) -> Self {
        match self.place {
            None => Operand { data: &self.data[by..], ..*self },
            Some(place) => Operand { place: Some(place.moved(by)), ..*self },
        }
    }
}

/// Copies a step of several panels of depth `depth`.
#[inline]
fn spread<T: Copy, const PANEL: usize>(from: &[T], depth: usize, to: &mut [T]) {
    for (i, from) in from.as_chunks::<PANEL>().0.iter().enumerate() {
        to[i * depth * PANEL..][..PANEL].copy_from_slice(from);
    }
}

/// Copies steps of a panel, group by group.
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

/// Transposes squares of steps that are neighbors in memory. It takes as many steps at a time as a cache line has,
/// since rows that are far apart may evict one another.
fn transpose<T: Element>(from: &[T], offsets: &[usize], len: usize, width: usize, to: &mut [T]) {
    let line = (64 / size_of::<T>()).max(SQUARE);
    let (groups, others) = offsets.as_chunks::<SQUARE>();
    let whole = len / SQUARE * SQUARE;
    for first in (0..whole).step_by(line) {
        let end = whole.min(first + line);
        for (i, group) in groups.iter().enumerate() {
            let [a, b, c, d] =
                group.map(|offset| from[offset + first..offset + end].as_chunks::<SQUARE>().0);
            let to = to[first * width..end * width].chunks_exact_mut(SQUARE * width);
            for ((((a, b), c), d), to) in a.iter().zip(b).zip(c).zip(d).zip(to) {
                let to = &mut to[i * SQUARE..];
                for (step, column) in T::transposed([*a, *b, *c, *d]).iter().enumerate() {
                    to[step * width..][..SQUARE].copy_from_slice(column);
                }
            }
        }
    }
    let left = if others.is_empty() { whole } else { 0 };
    for step in left..len {
        let rest = if step < whole { others } else { offsets };
        for (i, &offset) in rest.iter().enumerate() {
            to[step * width + offsets.len() - rest.len() + i] = from[offset + step];
        }
    }
}
