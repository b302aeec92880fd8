//! The loops of the algorithms over memory.
//!
//! Two cases. Where the loop that steps least in what is written steps little in what is read too,
//! it is the innermost one, and rows are read and written as they lie. Otherwise the data is turned:
//! square tiles of a cache line across are read row by row into a buffer and written row by row, so
//! that every line of memory is touched once from either side, whatever the power of two that
//! rows are apart.

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::plan::{Axis, Leaves, Plan};

/// Bytes of a cache line.
const LINE: usize = 64;

/// `f` of every element that is written and the one that is read at the same coordinate.
///
/// # Safety
/// For all coordinates, `from` plus the offset of what is read can be read, and `to` plus the offset
/// of what is written can be written; they do not overlap.
#[inline(always)]
pub(super) unsafe fn apply<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let along = plan.along(0);
    // SAFETY: as promised, and each case visits every coordinate once.
    unsafe {
        if along == 0 || plan.axis(0).from.saturating_mul(size_of::<S>()) < LINE {
            rows(plan, from, to, f);
        } else if size_of::<S>() <= 2 {
            turned::<_, _, _, P, 32>(plan, along, from, to, f);
        } else if size_of::<S>() <= 4 {
            turned::<_, _, _, P, 16>(plan, along, from, to, f);
        } else {
            turned::<_, _, _, P, 8>(plan, along, from, to, f);
        }
    }
}

/// [`apply`] where extents have no common refinement: coordinate by coordinate.
///
/// # Safety
/// As [`apply`].
#[inline(never)]
pub(super) unsafe fn one_by_one<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    (from_leaves, to_leaves): (&Leaves<P>, &Leaves<P>),
    size: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in 0..size {
        // SAFETY: as promised.
        unsafe { f(&mut *to.add(to_leaves.offset(i)), *from.add(from_leaves.offset(i))) };
    }
}

/// Calls `f` with the steps of all coordinates of the loops from `at` on, but `skip`.
#[inline(always)]
pub(super) fn outer<const P: usize>(
    plan: &Plan<P>,
    at: usize,
    skip: usize,
    mut f: impl FnMut(usize, usize),
) {
    if plan.count() <= at {
        return f(0, 0);
    }
    let mut coordinate = [0; P];
    let (mut from, mut to) = (0, 0);
    loop {
        f(from, to);
        let mut level = at;
        loop {
            if level == skip {
                level += 1;
            }
            if level >= plan.count() {
                return;
            }
            let axis = plan.axis(level);
            coordinate[level] += 1;
            from += axis.from;
            to += axis.to;
            if coordinate[level] < axis.extent {
                break;
            }
            coordinate[level] = 0;
            from -= axis.extent * axis.from;
            to -= axis.extent * axis.to;
            level += 1;
        }
    }
}

/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn rows<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let Axis { extent, from: step, to: stride } = plan.axis(0);
    // Rows whose length the compiler knows are copied in registers.
    // SAFETY: as promised.
    unsafe {
        match (step, stride, extent) {
            (1, 1, 4) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 4>(1, 1, from, to, f))
            }
            (1, 1, 8) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 8>(1, 1, from, to, f))
            }
            (1, 1, 16) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 16>(1, 1, from, to, f))
            }
            // In long ones the compiler looks once whether they overlap.
            (1, 1, _) => nest::<S, _, P>(plan, from, to, |to, from| run(extent, from, to, f)),
            (0, 1, _) => nest::<S, _, P>(plan, from, to, |to, from| row(extent, 0, 1, from, to, f)),
            _ => nest::<S, _, P>(plan, from, to, |to, from| row(extent, step, stride, from, to, f)),
        }
    }
}

/// [`apply`] where what is read and what is written lies together.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
pub(super) unsafe fn run<S: Copy, D, F: FnMut(&mut D, S)>(
    extent: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in 0..extent {
        // SAFETY: as promised.
        unsafe { f(&mut *to.add(i), *from.add(i)) };
    }
}

/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn row<S: Copy, D, F: FnMut(&mut D, S)>(
    extent: usize,
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    const GROUP: usize = 16;
    let whole = extent / GROUP * GROUP;
    let mut i = 0;
    while i < whole {
        // SAFETY: as promised.
        unsafe { group::<_, _, _, GROUP>(step, stride, from.add(i * step), to.add(i * stride), f) };
        i += GROUP;
    }
    while i < extent {
        // SAFETY: as promised.
        unsafe { f(&mut *to.add(i * stride), *from.add(i * step)) };
        i += 1;
    }
}

/// `N` elements. They are all read before the first is written: the compiler does not know that
/// what is written is not what is read.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn group<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    // SAFETY: as promised.
    let elements: [S; N] = core::array::from_fn(|i| unsafe { *from.add(i * step) });
    for (i, x) in elements.into_iter().enumerate() {
        // SAFETY: as promised.
        unsafe { f(&mut *to.add(i * stride), x) };
    }
}

/// The loops but the first one.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn nest<S, D, const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    mut row: impl FnMut(*mut D, *const S),
) {
    /// The most rows that are far apart where they are read, one after another.
    const STREAMS: usize = 32;
    let (second, along) = (plan.axis(1), plan.along(1));
    if along > 1 && second.extent > STREAMS && second.from.saturating_mul(size_of::<S>()) >= LINE {
        let third = plan.axis(along);
        outer(plan, 2, along, |far, away| {
            let mut block = 0;
            while block < third.extent {
                let end = third.extent.min(block + STREAMS);
                for j in 0..second.extent {
                    for k in block..end {
                        let read = far + k * third.from + j * second.from;
                        let written = away + k * third.to + j * second.to;
                        // SAFETY: offsets of a coordinate.
                        unsafe { row(to.add(written), from.add(read)) };
                    }
                }
                block = end;
            }
        });
        return;
    }
    let third = plan.axis(2);
    outer(plan, 3, 0, |far, away| {
        for k in 0..third.extent {
            for j in 0..second.extent {
                let read = far + k * third.from + j * second.from;
                let written = away + k * third.to + j * second.to;
                // SAFETY: offsets of a coordinate.
                unsafe { row(to.add(written), from.add(read)) };
            }
        }
    });
}

/// The loop `along` reads what lies together, the first one writes what lies together.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn turned<S: Copy, D, F: FnMut(&mut D, S), const P: usize, const N: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    /// Tiles from one end of a block to the other: as many rows that are written, so that the
    /// pages of all of them stay at hand while a block is gone through.
    const TILES: usize = 16;
    /// What is turned in registers, in bytes: what caches hold.
    const CACHED: usize = 1 << 22;
    /// Matrices that are narrower are turned in registers only if the whole of them is in the cache.
    const NARROW: usize = 64;
    let (across, along_axis) = (plan.axis(0), plan.axis(along));
    let unit = along_axis.from == 1 && across.to == 1;
    // Rows that are so far apart fall into the same few places of a cache.
    let crowded = |step: usize| step.wrapping_mul(size_of::<S>()).is_multiple_of(4096);
    let crowded = crowded(across.from) || crowded(along_axis.to);
    // From memory, lines read and written whole are what counts: squares lose there.
    let narrow = across.extent.min(along_axis.extent) < NARROW;
    let elements = if narrow { plan.size() } else { across.extent * along_axis.extent };
    let cached = unit && size_of::<S>() == 4 && elements <= CACHED / 4;
    outer(plan, 1, along, |far, away| {
        let mut block = 0;
        while block < along_axis.extent {
            let end = along_axis.extent.min(block + TILES * N);
            let mut j = 0;
            while j < across.extent {
                let height = N.min(across.extent - j);
                let mut i = block;
                while i < end {
                    let width = N.min(end - i);
                    // SAFETY: the offsets of a coordinate, and those of the tile at it.
                    unsafe {
                        let from = from.add(far + i * along_axis.from + j * across.from);
                        let to = to.add(away + i * along_axis.to + j * across.to);
                        if unit && crowded && height == N && width == N {
                            tile::<_, _, _, N>(across.from, along_axis.to, from, to, f);
                        } else if cached && height == N && width == N {
                            squares::<_, _, _, N>(across.from, along_axis.to, from, to, f);
                        } else if unit && height == N {
                            for i in 0..width {
                                let (from, to) = (from.add(i), to.add(i * along_axis.to));
                                group::<_, _, _, N>(across.from, 1, from, to, f);
                            }
                        } else {
                            edge((height, across), (width, along_axis), from, to, f);
                        }
                    }
                    i += N;
                }
                j += N;
            }
            block += TILES * N;
        }
    });
}

/// Across a square that is turned in registers.
const SQUARE: usize = 4;

/// The [`tile`] without a buffer: square by square.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn squares<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in (0..N).step_by(SQUARE) {
        for j in (0..N).step_by(SQUARE) {
            // SAFETY: elements of the tile.
            unsafe {
                let square: [[S; SQUARE]; SQUARE] = core::array::from_fn(|l| {
                    from.add((j + l) * step + i).cast::<[S; SQUARE]>().read()
                });
                for k in 0..SQUARE {
                    let to = to.add((i + k) * stride + j);
                    for (l, row) in square.iter().enumerate() {
                        f(&mut *to.add(l), row[k]);
                    }
                }
            }
        }
    }
}

/// A tile: its rows are `step` apart where they are read, its columns `stride` where they are
/// written.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn tile<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let mut buffer = [[MaybeUninit::<S>::uninit(); N]; N];
    // SAFETY: elements of the tile; all of the buffer is written before it is read.
    unsafe {
        for j in (0..N).step_by(SQUARE) {
            for i in (0..N).step_by(SQUARE) {
                let square: [[S; SQUARE]; SQUARE] = core::array::from_fn(|l| {
                    from.add((j + l) * step + i).cast::<[S; SQUARE]>().read()
                });
                for (k, column) in buffer[i..i + SQUARE].iter_mut().enumerate() {
                    for (l, row) in square.iter().enumerate() {
                        column[j + l] = MaybeUninit::new(row[k]);
                    }
                }
            }
        }
        for (i, column) in buffer.iter().enumerate() {
            let to = to.add(i * stride);
            for (j, x) in column.iter().enumerate() {
                f(&mut *to.add(j), x.assume_init());
            }
        }
    }
}

/// What is left at the edges.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn edge<S: Copy, D, F: FnMut(&mut D, S)>(
    (height, across): (usize, Axis),
    (width, along): (usize, Axis),
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in 0..width {
        for j in 0..height {
            // SAFETY: elements of the tile.
            unsafe {
                f(
                    &mut *to.add(i * along.to + j * across.to),
                    *from.add(i * along.from + j * across.from),
                );
            }
        }
    }
}

/// All elements folded, in several chains: as many as registers hold.
///
/// # Safety
/// For all coordinates, `from` plus the offset of what is read can be read.
#[inline(always)]
pub(super) unsafe fn fold<T: Copy, const P: usize>(
    plan: &Plan<P>,
    from: *const T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    // SAFETY: as promised.
    unsafe {
        if size_of::<T>() <= 4 {
            folded::<_, P, 32>(plan, from, init, f)
        } else if size_of::<T>() <= 8 {
            folded::<_, P, 16>(plan, from, init, f)
        } else {
            folded::<_, P, 4>(plan, from, init, f)
        }
    }
}

/// # Safety
/// As [`fold`].
#[inline(always)]
unsafe fn folded<T: Copy, const P: usize, const CHAINS: usize>(
    plan: &Plan<P>,
    from: *const T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    let Axis { extent, from: step, .. } = plan.axis(0);
    let mut chains = [init; CHAINS];
    outer(plan, 1, 0, |far, _| {
        // SAFETY: as promised.
        chains = unsafe { fold_row(extent, step, from.add(far), chains, f) };
    });
    // By halves, so that few wait for one another.
    for half in [16, 8, 4, 2, 1] {
        if 2 * half <= CHAINS {
            for k in 0..half {
                chains[k] = f(chains[k], chains[k + half]);
            }
        }
    }
    chains[0]
}

/// A row, folded into the chains; their numbers are constants, so that they stay in registers.
///
/// # Safety
/// As [`fold`].
#[inline(always)]
unsafe fn fold_row<T: Copy, const CHAINS: usize>(
    extent: usize,
    step: usize,
    from: *const T,
    mut chains: [T; CHAINS],
    f: &mut impl FnMut(T, T) -> T,
) -> [T; CHAINS] {
    const FEW: usize = 4;
    let mut i = 0;
    // SAFETY: below the extent.
    unsafe {
        if step == 1 {
            while i + CHAINS <= extent {
                // Nothing, but with AVX-512 LLVM would vectorize chains of integers across the turns
                // of this loop, with gathers, at a tenth of the speed.
                black_box(());
                for (k, chain) in chains.iter_mut().enumerate() {
                    *chain = f(*chain, *from.add(i + k));
                }
                i += CHAINS;
            }
        }
        while i + FEW <= extent {
            for (k, chain) in chains[..FEW].iter_mut().enumerate() {
                *chain = f(*chain, *from.add((i + k) * step));
            }
            i += FEW;
        }
        while i < extent {
            chains[0] = f(chains[0], *from.add(i * step));
            i += 1;
        }
    }
    chains
}
