//! The loops around the kernel: blocks that fit a cache, packed into panels.

use core::cell::Cell;

use super::element::Element;
use super::element::sealed::Sealed;
use super::kernel::{Kernel, Tile};
use super::multi_mode::MultiMode;
use super::pack::{Operand, Panels, WIDEST};
use super::place::Place;

/// The destination: data through a layout with one coordinate for each offset.
#[derive(Clone, Copy)]
pub(super) struct Target<'a, T> {
    pub(super) data: &'a [Cell<T>],
    /// The position of an offset in the data, if it is not the offset itself.
    pub(super) place: Option<Place<'a>>,
    pub(super) rows: MultiMode<'a>,
    pub(super) columns: MultiMode<'a>,
}

impl<T> Target<'_, T> {
    /// The element at an offset.
    #[inline]
    fn at(&self, offset: usize) -> &Cell<T> {
        &self.data[self.place.map_or(offset, |place| place.find(offset))]
    }

    /// `C = beta C`, the product if there is nothing to sum over. If beta is 0, C is not read and becomes 0, which is
    /// not `-0.0` whatever the sign of beta.
    fn scale(&self, beta: T)
    where
        T: Element,
    {
        for j in 0..self.columns.size {
            for i in 0..self.rows.size {
                let to = self.at(self.rows.run(i).offset + self.columns.run(j).offset);
                to.set(if beta == T::default() { T::default() } else { beta.times(to.get()) });
            }
        }
    }

    /// The target whose offset 0 is the offset `by` of this one.
    pub(super) fn moved(&self, by: usize) -> Self {
        match self.place {
            None => Target { data: &self.data[by..], ..*self },
            Some(place) => Target { place: Some(place.moved(by)), ..*self },
        }
    }
}

/// The maximum number of columns of a tile.
const MOST_COLUMNS: usize = 12;

/// The extents of a block of A, `(rows,depth)`, and of B, `(columns,depth)`: the tilers of the matrices. A block of A
/// fits the second-level cache, and a panel of B the first-level one.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) depth: usize,
}

/// The length of parts of `0..size` that are about equal, instead of a small one at the end: a multiple of `unit`.
pub(super) fn even(size: usize, most: usize, unit: usize) -> usize {
    size.div_ceil(size.div_ceil(most)).next_multiple_of(unit)
}

impl Blocks {
    /// The most bytes along a block. C is read and written once for each block along.
    const BYTES: usize = 2048;
    /// The depth of buffers on the stack, if there is no allocator.
    const STACK_DEPTH: usize = 64;

    fn new<T>(kernel: &Kernel<T>, m: usize, n: usize, k: usize) -> Self {
        let height = kernel.height();
        if cfg!(feature = "alloc") {
            let rows = 384 * 1024 / Self::BYTES / height * height;
            let columns = 2048 / kernel.columns * kernel.columns;
            Blocks {
                rows: even(m, rows, height),
                columns: even(n, columns, kernel.columns),
                depth: even(k, Self::BYTES / size_of::<T>(), 1),
            }
        } else {
            let depth = even(k, Self::STACK_DEPTH, 1);
            Blocks { rows: height, columns: kernel.columns, depth }
        }
    }
}

/// Parts of `0..size`: the beginning and the length of each.
#[inline(always)]
pub(super) fn parts(size: usize, part: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).step_by(part).map(move |at| (at, part.min(size - at)))
}

/// `C = alpha A B + beta C`
#[derive(Clone, Copy)]
pub(super) struct Product<'a, T> {
    pub(super) alpha: T,
    pub(super) a: Operand<'a, T>,
    pub(super) b: Operand<'a, T>,
    pub(super) beta: T,
    pub(super) c: Target<'a, T>,
}

impl<T: Element> Product<'_, T> {
    /// Computes C. A, B and C may be parts that do not begin at the offset 0. Only the elements at C's own coordinates
    /// are read and written in the data of C, since other threads may be writing the others.
    pub(super) fn compute(self) {
        if self.compute_small() {
            return;
        }
        // SAFETY: the kernel is for the processor that runs this program.
        unsafe { self.compute_with(&<T as Sealed>::kernel()) }
    }

    /// Computes C with the given kernel.
    ///
    /// # Safety
    /// The processor has the instructions of the kernel.
    pub(super) unsafe fn compute_with(self, kernel: &Kernel<T>) {
        let Some(loops) = self.loops(kernel) else {
            return;
        };
        #[cfg(feature = "alloc")]
        T::with_buffers(loops.lengths(), |a, b| loops.run(a, b));
        #[cfg(not(feature = "alloc"))]
        loops.run(
            &mut [T::default(); WIDEST * Blocks::STACK_DEPTH],
            &mut [T::default(); MOST_COLUMNS * Blocks::STACK_DEPTH],
        );
    }
}

impl<'a, T: Element> Product<'a, T> {
    /// The way to compute C. If there is nothing to multiply, C is computed here.
    pub(super) fn loops<'k>(mut self, kernel: &'k Kernel<T>) -> Option<Loops<'a, 'k, T>> {
        // The kernel writes columns, so these should be contiguous.
        if self.c.rows.first_stride() != 1 && self.c.columns.first_stride() == 1 {
            core::mem::swap(&mut self.a, &mut self.b);
            core::mem::swap(&mut self.c.rows, &mut self.c.columns);
        }
        let (m, n, k) = (self.a.across.size, self.b.across.size, self.a.along.size);
        if m == 0 || n == 0 {
            return None;
        }
        if k == 0 {
            self.c.scale(self.beta);
            return None;
        }
        // A tile reads whole lines of A. From a line of B it reads as many elements as it has columns.
        let a_once = k <= FEW_STEPS && n <= 3 * kernel.columns;
        let b_once = k <= FEW_STEPS
            && m.div_ceil(kernel.height()) * (64 / size_of::<T>()) < 2 * kernel.columns;
        let blocks = Blocks::new(kernel, m, n, k);
        let b_in_place = in_place(&self.b, m, b_once);
        let in_lines = self.b.place.is_none() && self.b.across.first_stride() == 1;
        Some(Loops {
            blocks,
            a_in_place: in_place(&self.a, n, a_once).filter(|strides| strides.0 == 1),
            b_in_place,
            b_by_panels: b_in_place.is_none() && m <= blocks.rows && !in_lines,
            product: self,
            kernel,
        })
    }
}

/// The maximum number of steps that may be in different pages if a factor is read in place.
const FEW_STEPS: usize = 32;

/// The number of times that steps which are neighbors in memory are read in place, at most.
const OFTEN: usize = 4096;

/// The strides of a factor that the kernel reads in place. Packing it would take longer than it saves: either each
/// element is read only a few times, `uses`, or its lines are read about `once`.
pub(super) fn in_place<T>(
    factor: &Operand<'_, T>,
    uses: usize,
    once: bool,
) -> Option<(usize, usize)> {
    if factor.place.is_some() {
        return None;
    }
    // `Operand::from` has the beginning.
    let (stride, step) = (factor.across.one_run()?.stride, factor.along.one_run()?.stride);
    // Steps that are half a page apart map to the same few lines of the first-level cache, and are read from the
    // second-level cache each time. Across, there are as many as a tile has.
    let near = |stride: usize| stride * size_of::<T>() < 2048;
    let few = uses <= 8 || near(step) && (uses <= 32 || near(stride) && uses <= 192);
    // Packing such a factor would transpose it.
    let by_steps = step == 1 && factor.along.size >= 2 * FEW_STEPS && uses <= OFTEN;
    (few || by_steps || once && stride == 1).then_some((stride, step))
}

/// A product, and the way to compute it. The kernel is for the processor that runs this program.
pub(super) struct Loops<'a, 'k, T> {
    pub(super) product: Product<'a, T>,
    pub(super) kernel: &'k Kernel<T>,
    pub(super) blocks: Blocks,
    pub(super) a_in_place: Option<(usize, usize)>,
    pub(super) b_in_place: Option<(usize, usize)>,
    /// True if each panel of B is packed just before it is used, and stays in the first cache: one block of A is all
    /// that uses it, and no line has elements of several panels.
    pub(super) b_by_panels: bool,
}

/// A part of a mode: its beginning and its length.
pub(super) type Part = (usize, usize);

impl<'a, T: Element> Loops<'a, '_, T> {
    /// The required lengths of the buffers of A and B.
    #[cfg(feature = "alloc")]
    fn lengths(&self) -> (usize, usize) {
        let (height, depth) = (self.kernel.height(), self.blocks.depth);
        let a = match self.a_in_place {
            None => self.blocks.rows * depth,
            // A part that does not fill vectors is packed in any case.
            Some(_) if self.product.a.across.size.is_multiple_of(self.kernel.lanes) => 0,
            Some(_) => height * depth,
        };
        let b = match (self.b_in_place, self.b_by_panels) {
            (Some(_), _) => 0,
            (None, true) => self.kernel.columns,
            (None, false) => self.blocks.columns,
        };
        (a, b * depth)
    }

    fn run(&self, a_buffer: &mut [T], b_buffer: &mut [T]) {
        let (blocks, Product { a, b, .. }) = (self.blocks, &self.product);
        let (height, lanes) = (self.kernel.height(), self.kernel.lanes);
        for columns in parts(b.across.size, blocks.columns) {
            for along in parts(a.along.size, blocks.depth) {
                if self.b_in_place.is_none() && !self.b_by_panels {
                    b.pack(columns, along, self.b_panels(), b_buffer);
                }
                for rows in parts(a.across.size, blocks.rows) {
                    let whole = match self.a_in_place {
                        None => 0,
                        Some(_) if rows.1.is_multiple_of(lanes) => rows.1,
                        Some(_) => rows.1 / height * height,
                    };
                    if whole < rows.1 {
                        a.pack((rows.0 + whole, rows.1 - whole), along, self.a_panels(), a_buffer);
                    }
                    self.block(rows, columns, along, a_buffer, b_buffer);
                }
            }
        }
    }

    /// The panels that A is packed into.
    pub(super) fn a_panels(&self) -> Panels {
        Panels { panel: self.kernel.height(), unit: self.kernel.lanes }
    }

    /// The panels that B is packed into.
    pub(super) fn b_panels(&self) -> Panels {
        Panels { panel: self.kernel.columns, unit: 1 }
    }

    /// The tiles of a block of C. B is packed into `b_buffer`, or has to be, panel by panel.
    fn block(&self, rows: Part, columns: Part, along: Part, a_buffer: &[T], b_buffer: &mut [T]) {
        for (j, width) in parts(columns.1, self.kernel.columns) {
            let panel = (columns.0 + j, width);
            if self.b_by_panels {
                self.product.b.pack(panel, along, self.b_panels(), b_buffer);
            }
            let is_one = self.b_by_panels || self.b_in_place.is_some();
            let packed = if is_one { 0 } else { j * along.1 };
            self.panel(rows, panel, along, a_buffer, &b_buffer[packed..]);
        }
    }

    /// The tiles of C in the columns of a panel of B. The panel begins at `b_buffer`, unless B is read in place, and
    /// those of A at `a_buffer`.
    #[inline(always)]
    pub(super) fn panel(
        &self,
        rows: Part,
        (j, width): Part,
        along: Part,
        a_buffer: &[T],
        b_buffer: &[T],
    ) {
        let Product { alpha, a, b, beta, c } = &self.product;
        let (kernel, (p, depth)) = (self.kernel, along);
        let beta = if p == 0 { *beta } else { T::from(1) };
        let (b, b_stride, b_step) = match self.b_in_place {
            Some((stride, step)) => (b.from(j, p), stride, step),
            None => (b_buffer, 1, width),
        };
        for (i, count) in parts(rows.1, kernel.height()) {
            let vectors = count.div_ceil(kernel.lanes);
            let packed = vectors * kernel.lanes;
            let (a, a_step) = match self.a_in_place {
                Some((_, step)) if count == packed => (a.from(rows.0 + i, p), step),
                Some(_) => (a_buffer, packed),
                None => (&a_buffer[i * depth..], packed),
            };
            let alpha = *alpha;
            let (down, right) = (c.rows.run(rows.0 + i), c.columns.run(j));
            let tile =
                Tile { depth, alpha, beta, a, a_step, b, b_stride, b_step, c: &[], c_stride: 0 };
            let in_runs = down.stride == 1 && down.len >= count && right.len >= width;
            if count == packed && in_runs && c.place.is_none() {
                let c = &c.data[down.offset + right.offset..];
                let tile = Tile { c, c_stride: right.stride, ..tile };
                // SAFETY: the kernel is for the processor that runs this program.
                unsafe { (kernel.run)(&tile, vectors, width) }
            } else {
                self.aside(tile, (rows.0 + i, count), (j, width));
            }
        }
    }

    /// Computes a tile whose columns are not whole vectors in C, and adds it to C.
    fn aside(&self, tile: Tile<'_, T>, rows: Part, columns: Part) {
        let (c, beta) = (&self.product.c, tile.beta);
        let vectors = rows.1.div_ceil(self.kernel.lanes);
        let height = vectors * self.kernel.lanes;
        let sums: [Cell<T>; WIDEST * MOST_COLUMNS] = core::array::from_fn(|_| Cell::default());
        let tile = Tile { beta: T::default(), c: &sums, c_stride: height, ..tile };
        // SAFETY: the kernel is for the processor that runs this program.
        unsafe { (self.kernel.run)(&tile, vectors, columns.1) }
        for (j, right) in c.columns.runs(columns.0, columns.1) {
            for (i, down) in c.rows.runs(rows.0, rows.1) {
                for y in 0..right.len {
                    let from = &sums[(j + y) * height + i..][..down.len];
                    let first = right.offset + y * right.stride + down.offset;
                    for (x, sum) in from.iter().enumerate() {
                        let (to, sum) = (c.at(first + x * down.stride), sum.get());
                        to.set(if beta == T::default() {
                            sum
                        } else {
                            beta.times_plus(to.get(), sum)
                        });
                    }
                }
            }
        }
    }
}
