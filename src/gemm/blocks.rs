//! The loops around the kernel: blocks that stay in a cache, packed into panels.

use core::cell::Cell;

use super::element::Element;
use super::element::sealed::Sealed;
use super::kernel::{Kernel, Tile};
use super::multi_mode::MultiMode;
use super::pack::{Operand, WIDEST};

/// What is written: data through a layout that has one coordinate for each offset.
#[derive(Clone, Copy)]
pub(super) struct Target<'a, T> {
    pub(super) data: &'a [Cell<T>],
    pub(super) rows: MultiMode<'a>,
    pub(super) columns: MultiMode<'a>,
}

impl<T> Target<'_, T> {
    fn transposed(self) -> Self {
        Target { rows: self.columns, columns: self.rows, ..self }
    }
}

/// The most columns of a tile.
const MOST_COLUMNS: usize = 12;

/// The extents of the blocks, in elements: what is packed of A stays in the second cache, a panel
/// of B in the first.
#[derive(Clone, Copy)]
struct Blocks {
    rows: usize,
    columns: usize,
    depth: usize,
}

impl Blocks {
    fn new<T>(kernel: &Kernel<T>, m: usize, n: usize, k: usize) -> Self {
        let even = |size: usize, most: usize, unit: usize| {
            size.div_ceil(size.div_ceil(most)).next_multiple_of(unit)
        };
        let height = kernel.lanes * kernel.vectors;
        if cfg!(feature = "alloc") {
            let depth = even(k, 256, 1);
            let rows = (384 * 1024 / size_of::<T>() / 256) / height * height;
            let columns = 4096 / kernel.columns * kernel.columns;
            Blocks { rows: even(m, rows, height), columns: even(n, columns, kernel.columns), depth }
        } else {
            Blocks { rows: height, columns: kernel.columns, depth: even(k, STACK_DEPTH, 1) }
        }
    }
}

/// The depth of the panels on the stack, where there is no allocator.
const STACK_DEPTH: usize = 64;

/// Parts of `0..size`: the beginning and the length of each.
fn parts(size: usize, part: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).step_by(part).map(move |at| (at, part.min(size - at)))
}

/// `C = alpha A B + beta C`
pub(super) fn multiply<T: Element>(
    alpha: T,
    a: Operand<'_, T>,
    b: Operand<'_, T>,
    beta: T,
    c: Target<'_, T>,
) {
    // The kernel writes columns: they should be contiguous.
    let (a, b, c) = if c.rows.first.stride != 1 && c.columns.first.stride == 1 {
        (b, a, c.transposed())
    } else {
        (a, b, c)
    };
    let kernel = <T as Sealed>::kernel();
    let height = kernel.lanes * kernel.vectors;
    let (m, n, k) = (a.across.size, b.across.size, a.along.size);
    let blocks = Blocks::new(&kernel, m, n, k);

    let a_in_place = in_place(&a, n).filter(|steps| steps.0 == 1);
    let b_in_place = in_place(&b, m);

    #[cfg(feature = "alloc")]
    let mut buffers = {
        let rows = match a_in_place {
            None => blocks.rows,
            Some(_) if m.is_multiple_of(kernel.lanes) => 0,
            Some(_) => height,
        };
        let columns = if b_in_place.is_some() { 0 } else { blocks.columns };
        let buffer = |across| alloc::vec![T::default(); across * blocks.depth];
        (buffer(rows), buffer(columns))
    };
    #[cfg(not(feature = "alloc"))]
    let mut buffers =
        ([T::default(); WIDEST * STACK_DEPTH], [T::default(); MOST_COLUMNS * STACK_DEPTH]);
    let (a_buffer, b_buffer) = (&mut buffers.0[..], &mut buffers.1[..]);

    for (column, columns) in parts(n, blocks.columns) {
        for (p, depth) in parts(k, blocks.depth) {
            let beta = if p == 0 { beta } else { T::from(1) };
            if b_in_place.is_none() {
                for (j, width) in parts(columns, kernel.columns) {
                    let to = &mut b_buffer[j * depth..][..width * depth];
                    b.pack((column + j, width), (p, depth), width, to);
                }
            }
            for (row, rows) in parts(m, blocks.rows) {
                for (i, count) in parts(rows, height) {
                    if a_in_place.is_none() {
                        let width = count.next_multiple_of(kernel.lanes);
                        let to = &mut a_buffer[i * depth..][..width * depth];
                        a.pack((row + i, count), (p, depth), width, to);
                    } else if !count.is_multiple_of(kernel.lanes) {
                        let width = count.next_multiple_of(kernel.lanes);
                        a.pack((row + i, count), (p, depth), width, &mut a_buffer[..width * depth]);
                    }
                }
                for (j, width) in parts(columns, kernel.columns) {
                    let (b_panel, b_stride, b_step) = match b_in_place {
                        Some((stride, step)) => {
                            (&b.data[(column + j) * stride + p * step..], stride, step)
                        }
                        None => (&b_buffer[j * depth..], 1, width),
                    };
                    for (i, count) in parts(rows, height) {
                        let vectors = count.div_ceil(kernel.lanes);
                        let whole = count == vectors * kernel.lanes;
                        let (a_panel, a_step) = match a_in_place {
                            Some((_, step)) if whole => (&a.data[row + i + p * step..], step),
                            Some(_) => (&a_buffer[..], vectors * kernel.lanes),
                            None => (&a_buffer[i * depth..], vectors * kernel.lanes),
                        };
                        let tile = Tile {
                            depth,
                            alpha,
                            beta,
                            a: a_panel,
                            a_step,
                            b: b_panel,
                            b_stride,
                            b_step,
                            c: &[],
                            c_stride: 0,
                        };
                        run(&kernel, tile, (row + i, count), (column + j, width), &c);
                    }
                }
            }
        }
    }
}

/// The strides of a factor that the kernel reads in place: a small one, of which packing would take
/// longer than it saves. `uses` is how often each element is read.
fn in_place<T>(factor: &Operand<'_, T>, uses: usize) -> Option<(usize, usize)> {
    let (stride, step) = (factor.across.stride?, factor.along.stride?);
    // Strides of a page fall on the same lines of the first cache.
    let near = stride.max(step) * size_of::<T>() < 4096;
    (near && uses <= 256 || uses <= 32).then_some((stride, step))
}

/// Computes a tile and writes it to where it belongs in C.
#[inline(always)]
fn run<'a, T: Element>(
    kernel: &Kernel<T>,
    mut tile: Tile<'a, T>,
    (i, rows): (usize, usize),
    (j, columns): (usize, usize),
    c: &Target<'a, T>,
) {
    let vectors = rows.div_ceil(kernel.lanes);
    let (down, right) = (c.rows.run(i), c.columns.run(j));
    let whole = rows == vectors * kernel.lanes;
    if whole && down.stride == 1 && down.len >= rows && right.len >= columns {
        tile.c = &c.data[down.offset + right.offset..];
        tile.c_stride = right.stride;
        // SAFETY: the kernel is one for the processor that runs this.
        unsafe { (kernel.run)(&tile, vectors, columns) }
    } else {
        run_aside(kernel, tile, (i, rows), (j, columns), c);
    }
}

/// Computes a tile whose columns are not whole vectors in C, and adds it there.
fn run_aside<T: Element>(
    kernel: &Kernel<T>,
    tile: Tile<'_, T>,
    (i, rows): (usize, usize),
    (j, columns): (usize, usize),
    c: &Target<'_, T>,
) {
    let (vectors, beta) = (rows.div_ceil(kernel.lanes), tile.beta);
    let height = vectors * kernel.lanes;
    let sums: [Cell<T>; WIDEST * MOST_COLUMNS] = core::array::from_fn(|_| Cell::default());
    let tile = Tile { beta: T::default(), c: &sums, c_stride: height, ..tile };
    // SAFETY: as in `run`.
    unsafe { (kernel.run)(&tile, vectors, columns) }
    for (first_column, right) in c.columns.runs(j, columns) {
        for (first_row, down) in c.rows.runs(i, rows) {
            for y in 0..right.len {
                let from = &sums[(first_column + y) * height + first_row..][..down.len];
                let to = &c.data[right.offset + y * right.stride + down.offset..];
                for (x, sum) in from.iter().enumerate() {
                    let (to, sum) = (&to[x * down.stride], sum.get());
                    to.set(if beta == T::default() { sum } else { sum + beta * to.get() });
                }
            }
        }
    }
}
