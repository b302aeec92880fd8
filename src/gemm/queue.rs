//! A product by several workers: tasks in queues, from which whoever is free takes the next.
//!
//! The blocks of C and of the sum follow one another. Each is a *phase*: its tasks first pack the panels of A and B, which
//! all workers share, and then compute tiles of C. Each worker has a share of the tiles of a phase, the same in each
//! phase, so that they stay in its cache; then it takes those that others have not begun. A worker begins a phase when
//! all tasks of the phase before it are taken. Tasks wait for those of earlier phases, and tiles for what their own phase
//! packs, so the first unfinished task never waits.
//!
//! Tiles consist of whole panels, and the sum has the same parts as by one worker. So the result does not depend on the
//! number of workers, bit by bit.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::blocks::{Loops, Part, even, in_place, parts};
use super::element::Element;

/// What the extents of tasks are chosen by.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most steps of the sum in a phase.
    pub(super) depth: usize,
    /// The most bytes of a packed factor in a phase.
    pub(super) phase: usize,
    /// The most bytes of a factor that a tile reads. Both factors fit the second-level cache.
    pub(super) tile: usize,
    /// The number of tiles for each worker, so that all end at about the same time.
    pub(super) tiles: usize,
    /// The fewest multiplications of a tile.
    pub(super) least: usize,
    /// How many times as long as for one worker packing A takes.
    pub(super) packing: usize,
}

impl Limits {
    pub(super) const USUAL: Self = Limits {
        depth: usize::MAX,
        phase: 6 << 20,
        tile: 384 << 10,
        tiles: 12,
        least: 1 << 17,
        packing: 2,
    };
    /// Many phases and tasks, also of small products.
    pub(super) const SMALL: Self =
        Limits { depth: 3, phase: 1024, tile: 400, tiles: 0, least: 0, packing: 2 };
}

/// The lengths of the parts of a mode of C. Each is a multiple of a panel's.
#[derive(Clone, Copy)]
struct Lengths {
    size: usize,
    phase: usize,
    tile: usize,
    /// What a task packs.
    pack: usize,
}

impl Lengths {
    /// The number of tiles of a phase.
    fn tiles(self) -> usize {
        self.phase.div_ceil(self.tile)
    }

    /// The number of tiles, as if the last phase were a whole one.
    fn all_tiles(self) -> usize {
        self.size.div_ceil(self.phase) * self.tiles()
    }

    /// The number of a tile among all.
    fn number(self, phase: Part, tile: usize) -> usize {
        phase.0 / self.phase * self.tiles() + tile
    }
}

/// The part `i` of the parts of a phase that have the given length.
fn part((begin, size): Part, length: usize, i: usize) -> Part {
    (begin + i * length, length.min(size - i * length))
}

/// Numbers that workers take one by one. It has a cache line of its own.
#[repr(align(64))]
struct Numbers {
    next: AtomicUsize,
    end: usize,
}

impl Numbers {
    fn new(begin: usize, end: usize) -> Self {
        Numbers { next: AtomicUsize::new(begin), end }
    }

    fn take(&self) -> Option<usize> {
        let is_left = self.next.load(Ordering::Relaxed) < self.end;
        let number = is_left.then(|| self.next.fetch_add(1, Ordering::Relaxed))?;
        (number < self.end).then_some(number)
    }
}

/// A part of C and of the sum.
struct Phase {
    rows: Part,
    columns: Part,
    along: Part,
    /// The number of the part along.
    step: usize,
    /// The numbers of tasks that pack A, and of those that pack A or B.
    packs_a: usize,
    packs: usize,
    /// The numbers of tiles along the rows, and in all.
    rows_of_tiles: usize,
    tiles: usize,
    /// The tasks that pack, and the share of the tiles of each worker.
    to_pack: Numbers,
    to_compute: Vec<Numbers>,
    /// The numbers of tasks that have ended.
    packed: AtomicUsize,
    computed: AtomicUsize,
}

/// The tasks of a product.
pub(super) struct Queue<'a, 'k, T> {
    loops: Loops<'a, 'k, T>,
    rows: Lengths,
    columns: Lengths,
    phases: Vec<Phase>,
    /// For each tile of C, the number of parts of the sum that are added; none if the sum has one part.
    added: Vec<AtomicUsize>,
    /// True if a worker panicked. The others end then.
    is_broken: AtomicBool,
    /// The packed factors of two phases: while one of them computes, the next one packs.
    buffer: *mut T,
}

// SAFETY: a worker accesses what a queue points to in three ways.
// - A task that packs writes a range of `buffer`. No two such tasks of a phase, or of two phases in a row, have a range in
//   common. The task waits until all tiles of the phase before the last one are computed.
// - A task that computes reads the ranges of its phase. It waits until all of them are packed.
// - A task that computes reads and writes the elements of C in its tile. No two tiles of a phase have a coordinate of C in
//   common, and different coordinates have different cells: the layout of C, with its function of offsets, is injective,
//   which was checked when the tensor was made that C is written through. The task waits until the part of the sum before
//   its own is added.
// Whoever waits acquires what the worker released that ended the awaited task. Nobody else has cells of C, which is
// borrowed exclusively until all workers have ended; A and B are borrowed as long, and only read. Elements move from
// thread to thread, so `T` is `Send`, and several threads read them, so `T` is `Sync`.
unsafe impl<T: Send + Sync> Sync for Queue<'_, '_, T> {}

impl<'a, 'k, T: Element> Queue<'a, 'k, T> {
    /// The tasks of a product for a number of workers.
    pub(super) fn new(mut loops: Loops<'a, 'k, T>, workers: usize, limits: Limits) -> Self {
        let (height, width) = (loops.kernel.height(), loops.kernel.columns);
        loops.blocks.depth = loops.blocks.depth.min(limits.depth);
        let product = &loops.product;
        let (m, n) = (product.a.across.size, product.b.across.size);
        let (k, depth) = (product.a.along.size, loops.blocks.depth);
        // Workers need not wait for what is not packed.
        let in_columns = in_place(&product.a, n / limits.packing, false);
        loops.a_in_place = loops.a_in_place.or(in_columns.filter(|strides| strides.0 == 1));
        if !m.is_multiple_of(loops.kernel.lanes) {
            loops.a_in_place = None;
        }
        let lengths = |size: usize, unit: usize| {
            let most = |bytes: usize| (bytes / (depth * size_of::<T>()) / unit * unit).max(unit);
            let phase = even(size, most(limits.phase), unit);
            let least = (1 << 15) / depth + 1;
            let pack = even(phase, phase.div_ceil(2 * workers).max(least), unit);
            Lengths { size, phase, tile: even(phase, most(limits.tile), unit), pack }
        };
        let (mut rows, mut columns) = (lengths(m, height), lengths(n, width));
        if loops.b_by_panels {
            // Each panel of B is packed once.
            rows.tile = rows.phase;
        }
        // Smaller tiles, until there are enough of them.
        while m * n * k.div_ceil(depth) < limits.tiles * workers * rows.tile * columns.tile
            && rows.tile * columns.tile * depth > limits.least
        {
            let half = |length: usize, unit: usize| length.div_ceil(2).next_multiple_of(unit);
            if columns.tile > width && (columns.tile >= rows.tile || loops.b_by_panels) {
                columns.tile = half(columns.tile, width);
            } else if rows.tile > height && !loops.b_by_panels {
                rows.tile = half(rows.tile, height);
            } else {
                break;
            }
        }
        let added = if k > depth { rows.all_tiles() * columns.all_tiles() } else { 0 };
        let mut queue = Queue {
            loops,
            rows,
            columns,
            phases: Vec::new(),
            added: (0..added).map(|_| AtomicUsize::new(0)).collect(),
            is_broken: AtomicBool::new(false),
            buffer: core::ptr::null_mut(),
        };
        queue.phases = queue.phases(workers);
        queue
    }

    fn phases(&self, workers: usize) -> Vec<Phase> {
        let Queue { rows: down, columns: right, loops, .. } = self;
        let (k, depth) = (loops.product.a.along.size, loops.blocks.depth);
        let phase = |rows: Part, columns: Part, (step, along)| {
            let packs_a = if self.packs_a() { rows.1.div_ceil(down.pack) } else { 0 };
            let packs_b = if self.packs_b() { columns.1.div_ceil(right.pack) } else { 0 };
            let rows_of_tiles = rows.1.div_ceil(down.tile);
            let tiles = rows_of_tiles * columns.1.div_ceil(right.tile);
            let share =
                |worker| Numbers::new(tiles * worker / workers, tiles * (worker + 1) / workers);
            Phase {
                rows,
                columns,
                along,
                step,
                packs_a,
                packs: packs_a + packs_b,
                rows_of_tiles,
                tiles,
                to_pack: Numbers::new(0, packs_a + packs_b),
                to_compute: (0..workers).map(share).collect(),
                packed: AtomicUsize::new(0),
                computed: AtomicUsize::new(0),
            }
        };
        let blocks = parts(right.size, right.phase)
            .flat_map(|columns| parts(down.size, down.phase).map(move |rows| (rows, columns)));
        blocks
            .flat_map(|(rows, columns)| {
                parts(k, depth).enumerate().map(move |along| (rows, columns, along))
            })
            .map(|(rows, columns, along)| phase(rows, columns, along))
            .collect()
    }

    /// Returns whether panels of A are packed for all workers.
    fn packs_a(&self) -> bool {
        self.loops.a_in_place.is_none()
    }

    /// Returns whether panels of B are packed for all workers.
    fn packs_b(&self) -> bool {
        self.loops.b_in_place.is_none() && !self.loops.b_by_panels
    }

    /// The lengths of the packed A and B in a phase.
    fn packed_lengths(&self) -> (usize, usize) {
        let depth = self.loops.blocks.depth;
        let length = |is_packed: bool, phase: usize| if is_packed { phase * depth } else { 0 };
        (length(self.packs_a(), self.rows.phase), length(self.packs_b(), self.columns.phase))
    }

    /// The required length of the buffer.
    pub(super) fn length(&self) -> usize {
        let (a, b) = self.packed_lengths();
        (a + b) * self.phases.len().min(2)
    }

    /// Works on the product. The function calls its argument with numbers of workers, from as many threads as there are
    /// workers, and returns when all calls have.
    pub(super) fn run(
        mut self,
        buffer: &mut [T],
        on_threads: impl FnOnce(&(dyn Fn(usize) + Sync)),
    ) {
        assert!(buffer.len() >= self.length());
        self.buffer = buffer.as_mut_ptr();
        let queue = &self;
        on_threads(&|worker| queue.work(worker));
    }

    /// Works until no task is left. Workers with the same number share their tiles.
    fn work(&self, worker: usize) {
        let guard = Guard(&self.is_broken);
        let by_panels = self.loops.b_by_panels;
        let panel = if by_panels { self.loops.kernel.columns * self.loops.blocks.depth } else { 0 };
        // `None` if another worker panicked.
        let _: Option<()> = T::with_buffers((0, panel), |_, panel| {
            for (number, phase) in self.phases.iter().enumerate() {
                while let Some(task) = phase.to_pack.take() {
                    self.pack(number, phase, task)?;
                }
                let shares = phase.to_compute.iter();
                for share in shares.cycle().skip(worker).take(phase.to_compute.len()) {
                    while let Some(tile) = share.take() {
                        self.compute(number, phase, tile, panel)?;
                    }
                }
            }
            Some(())
        });
        core::mem::forget(guard);
    }

    /// Packs a part of A or of B. Returns `None` if a worker panicked.
    fn pack(&self, number: usize, phase: &Phase, task: usize) -> Option<()> {
        if let Some(before) = number.checked_sub(2).map(|before| &self.phases[before]) {
            self.wait(&before.computed, before.tiles)?;
        }
        let (loops, product) = (&self.loops, &self.loops.product);
        let (operand, panels, of_phase, first, of_task) = match task.checked_sub(phase.packs_a) {
            None => {
                let of_task = part(phase.rows, self.rows.pack, task);
                (&product.a, loops.a_panels(), phase.rows, 0, of_task)
            }
            Some(task) => {
                let of_task = part(phase.columns, self.columns.pack, task);
                (&product.b, loops.b_panels(), phase.columns, self.packed_lengths().0, of_task)
            }
        };
        let begin = first + (of_task.0 - of_phase.0) * phase.along.1;
        let length = of_task.1.next_multiple_of(panels.unit) * phase.along.1;
        // SAFETY: the range is in `buffer`, and no other task's. The impl of `Sync` says why.
        let to = unsafe {
            core::slice::from_raw_parts_mut(self.buffer.add(self.begin(number) + begin), length)
        };
        operand.pack(of_task, phase.along, panels, to);
        phase.packed.fetch_add(1, Ordering::Release);
        Some(())
    }

    /// Computes a tile of C. Returns `None` if a worker panicked.
    fn compute(&self, number: usize, phase: &Phase, tile: usize, panel: &mut [T]) -> Option<()> {
        let (loops, along) = (&self.loops, phase.along);
        let (i, j) = (tile % phase.rows_of_tiles, tile / phase.rows_of_tiles);
        let rows = part(phase.rows, self.rows.tile, i);
        let columns = part(phase.columns, self.columns.tile, j);
        let across = self.rows.number(phase.rows, i);
        let down = self.columns.number(phase.columns, j);
        let added = self.added.get(down * self.rows.all_tiles() + across);
        self.wait(&phase.packed, phase.packs)?;
        added.map_or(Some(()), |added| self.wait(added, phase.step))?;
        let packed = |begin: usize, length: usize| {
            // SAFETY: the range is in `buffer`, and packed. The impl of `Sync` says why nobody writes it.
            unsafe {
                core::slice::from_raw_parts(self.buffer.add(self.begin(number) + begin), length)
            }
        };
        let a = match self.packs_a() {
            false => &[][..],
            true => {
                let length = rows.1.next_multiple_of(loops.kernel.lanes) * along.1;
                packed((rows.0 - phase.rows.0) * along.1, length)
            }
        };
        let first = self.packed_lengths().0;
        for (at, width) in parts(columns.1, loops.kernel.columns) {
            let at = columns.0 + at;
            let b = if loops.b_by_panels {
                loops.product.b.pack((at, width), along, loops.b_panels(), panel);
                &*panel
            } else if self.packs_b() {
                packed(first + (at - phase.columns.0) * along.1, width * along.1)
            } else {
                &[]
            };
            loops.panel(rows, (at, width), along, a, b);
        }
        if let Some(added) = added {
            added.fetch_add(1, Ordering::Release);
        }
        if number + 2 < self.phases.len() {
            phase.computed.fetch_add(1, Ordering::Release);
        }
        Some(())
    }

    /// Where the packed factors of a phase begin.
    fn begin(&self, number: usize) -> usize {
        let (a, b) = self.packed_lengths();
        number % 2 * (a + b)
    }

    /// Waits until a number is reached. Returns `None` if a worker panicked.
    fn wait(&self, number: &AtomicUsize, least: usize) -> Option<()> {
        let mut turns = 0;
        while number.load(Ordering::Acquire) < least {
            if self.is_broken.load(Ordering::Relaxed) {
                return None;
            }
            turns += 1;
            if turns < 64 {
                core::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        Some(())
    }
}

/// Ends the other workers if this one panics.
struct Guard<'a>(&'a AtomicBool);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
