//! A machine of CPU threads that runs kernels, so that they can be tested without a GPU. It runs some blocks, or clusters
//! of blocks, together, and then the next ones.
//!
//! A thread of a block is a thread of the CPU. One thread runs at a time, until it waits for others, and it also gives up
//! its turn after random accesses of memory. The next one is chosen at random, and so are the blocks that begin. The seed
//! determines these orders. Different seeds give different orders, so that what depends on the order shows.
//!
//! **Data races** show in any order. Each thread has a vector clock, and each byte has its last accesses (FastTrack:
//! Flanagan and Freund 2009). Two accesses of which one writes are a race unless one *happens before* the other, or both
//! are atomic with scopes that include both threads. A race is a panic. It names both threads, both places in the source,
//! and the element: by the parameter of the kernel and the coordinate, or by the array of `shared!`. The order comes from
//!
//! - barriers of a block, also those at which some threads only arrive, of a warp and of a cluster. Shuffles, votes and
//!   multiplications of a warp order no memory;
//! - `mbarrier`s: who waits for a phase sees what those did who arrived in it, and what the copy engine brought;
//! - releases, acquires and fences with atomics, each for the threads of its scope;
//! - waits for asynchronous accesses. `cp.async`, copies of the copy engine and `wgmma` access memory from where they
//!   begin until they are waited for. The copy engine and `wgmma` see what threads wrote to shared memory only past a
//!   [`tma_store_fence`](crate::tma_store_fence).
//!
//! Plain writes of equal bytes by several threads are no race here: a GPU leaves these bytes. In addition,
//!
//! - each access is checked: the memory exists, and the address is a multiple of the size. Buffers are 2^32 bytes apart,
//!   so that an index past the end of one is not in another. In builds with debug assertions, coordinates of tensors lie
//!   in the shape;
//! - a read of memory that nobody has written is a panic. Such memory has 255 in each byte, which is NaN as a float:
//!   `ldmatrix` and `wgmma` may read it;
//! - `cp.async` copies when its group is waited for, and the copy engine at some time before its barrier is waited for.
//!   Both may be as late as on a GPU;
//! - sums of `wgmma` are NaN until they pass the wait;
//! - undefined behavior of a GPU that this machine detects is a panic: threads that wait forever, or that look at memory
//!   which nobody changes any more; an instruction of a warp that not all of its threads reach; threads of a warp at
//!   different barriers; a block of another size.
//!
//! It does not find results that only a weak order of memory gives, such as those without `fence.sc`: all threads see one
//! order of all accesses. It says nothing about the number of registers or about time.

mod access;
mod block;
mod clock;
mod convert;
mod copies;
mod exact;
mod global;
mod mbarrier;
mod meeting;
mod memory;
mod multiply;
mod order;
mod print;
mod schedule;
mod shadow;
mod shared;
mod tensor_map;
mod warp;

use std::sync::Arc;

pub(crate) use access::{
    Placed, atom_global, atom_shared, fence, fence_proxy, load_acquire, load_global,
    load_relaxed_global, load_relaxed_shared, load_shared, load_shared_in, placed, store_global,
    store_relaxed_global, store_relaxed_shared, store_release, store_shared, wait_for,
};
pub(crate) use block::{block, grid, lane, thread};
#[doc(hidden)]
pub use block::{cluster, threads};
pub(crate) use convert::{f16x2, pair8};
pub(crate) use copies::{
    cp_async, cp_async_commit, cp_async_of, cp_async_wait, tma_load, tma_load_multicast,
    tma_prefetch, tma_store, tma_store_wait,
};
pub use global::Buffer;
pub(crate) use global::Named;
pub(crate) use mbarrier::{
    mbarrier_arrive, mbarrier_arrive_at, mbarrier_expect, mbarrier_init, mbarrier_wait,
};
pub(crate) use meeting::{
    barrier, barrier_anywhere, barrier_arrive, cluster_barrier, warp_barrier,
};
pub(crate) use multiply::{
    Source, mma_sync, wgmma, wgmma_begin, wgmma_commit, wgmma_sums, wgmma_wait,
};
pub(crate) use print::printed;
pub(crate) use shadow::Scope;
#[doc(hidden)]
pub use shared::array;
pub(crate) use shared::shared_by_hand;
pub(crate) use warp::{
    ldmatrix, ldmatrix_of, over_warp, shuffle, shuffle_of, stmatrix, stmatrix_of,
    warpgroup_registers,
};

pub use tensor_map::refused as tensor_map_refused;

use crate::part::Part;
use crate::{Element, TensorElement, TensorMap, Tile};
use block::{Blocks, Grid, Kept, random};
use global::Global;
use order::Order;

/// The machine: its global memory, and the seed for the order in which threads run.
pub struct Emulator {
    global: Global,
    seed: u64,
    together: Option<u32>,
    budget: u64,
    reads_unwritten: bool,
    reads_racing: bool,
}
impl Emulator {
    /// A machine without buffers.
    pub fn new(seed: u64) -> Self {
        let global = Global::default();
        Emulator {
            global,
            seed,
            together: None,
            budget: 1 << 32,
            reads_unwritten: false,
            reads_racing: false,
        }
    }

    /// Runs so many blocks together, or so many clusters of blocks: their threads take turns. Blocks begin in an order
    /// that the seed determines, and the next ones begin when all of these have ended. A block that waits for one that
    /// begins later waits forever, which is reported. Otherwise up to 4 blocks run together, of up to 1024 threads in
    /// all.
    ///
    /// ```
    /// # use tilework_device::{*, emulator::Emulator};
    /// let mut emulator = Emulator::new(1).together(8);
    /// let count = emulator.upload(&[0_u32]);
    /// // Each block waits for all others. SAFETY: there is a number.
    /// emulator.launch([8, 1, 1], 1, 0, || unsafe {
    ///     let count = Global::new(count.pointer_mut::<u32>().cast_const());
    ///     count.red_add(1);
    ///     count.wait_for(8);
    /// });
    /// ```
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn together(mut self, blocks: u32) -> Self {
        assert!(blocks > 0, "at least one block runs");
        self.together = Some(blocks);
        self
    }
    /// Limits the accesses of memory in a launch, 2^32 otherwise. Reads alone end after 1/256 of them: a loop that waits
    /// for a plain number waits forever.
    ///
    /// ```should_panic
    /// # use tilework_device::{*, emulator::Emulator};
    /// let mut emulator = Emulator::new(1).budget(1 << 16);
    /// let flag = emulator.upload(&[0_u32]);
    /// // SAFETY: there is a number.
    /// emulator.launch([1, 1, 1], 1, 0, || unsafe {
    ///     let flag = Global::new(flag.pointer::<u32>());
    ///     while flag.read() != 1 {}
    /// });
    /// ```
    #[must_use]
    pub fn budget(mut self, accesses: u64) -> Self {
        self.budget = accesses;
        self
    }
    /// Lets kernels read memory that nobody has written, and do not use: there is 255 in each byte. Otherwise such a read
    /// is reported.
    #[must_use]
    pub fn reads_unwritten(mut self) -> Self {
        self.reads_unwritten = true;
        self
    }
    /// Lets plain reads race with writes, for kernels that read at their edges what they do not use. Otherwise such a
    /// race is reported.
    #[must_use]
    pub fn reads_racing(mut self) -> Self {
        self.reads_racing = true;
        self
    }

    /// Names the buffers of the next launch.
    pub(crate) fn name_buffers(&mut self, names: Vec<Named>) {
        self.global.names = names;
    }

    /// A buffer with a copy of `data`.
    pub fn upload<T: Element>(&mut self, data: &[T]) -> Buffer<T> {
        let buffer = self.poisoned(data.len());
        self.global.write(buffer, data);
        buffer
    }

    /// A buffer with 255 in each byte.
    pub fn poisoned<T: Element>(&mut self, length: usize) -> Buffer<T> {
        self.global.poisoned(length)
    }

    /// A buffer of elements that are `x`.
    pub fn filled<T: Element>(&mut self, length: usize, x: T) -> Buffer<T> {
        self.upload(&vec![x; length])
    }

    /// A buffer with 0 in each byte.
    pub fn zeros<T: Element>(&mut self, length: usize) -> Buffer<T> {
        // SAFETY: any bytes are an element.
        self.filled(length, unsafe { std::mem::zeroed() })
    }

    /// Sets each element of a buffer or of a part of one.
    pub fn fill<T: Element>(&mut self, data: &mut Part<Self, T>, x: T) {
        self.global.write(data.buffer(), &vec![x; data.len()]);
    }

    /// Copies elements of a buffer, or of a part of one, to others.
    ///
    /// # Panics
    /// If there are not as many elements as there is room for.
    #[track_caller]
    pub fn copy<T: Element>(&mut self, from: &Part<Self, T>, to: &mut Part<Self, T>) {
        self.upload_to(&self.download(from.buffer()), to);
    }

    /// Copies `data` to a buffer, or to a part of one.
    ///
    /// # Panics
    /// If there are not as many elements as there is room for.
    #[track_caller]
    pub fn upload_to<T: Element>(&mut self, data: &[T], to: &mut Part<Self, T>) {
        assert_eq!(data.len(), to.len(), "a copy is of as many elements as there is room for");
        self.global.write(to.buffer(), data);
    }

    /// The contents of a buffer.
    pub fn download<T: Element>(&self, buffer: Buffer<T>) -> Vec<T> {
        self.global.read(buffer)
    }

    /// The contents of a buffer in which every element was written, by kernels or by [`upload`](Self::upload). A grid
    /// that is too small, or a tile that no thread takes, leaves elements unwritten.
    ///
    /// # Panics
    /// If some elements are unwritten. The message gives their number and the first of them.
    ///
    /// ```should_panic
    /// # use tilework_device::emulator::Emulator;
    /// let mut emulator = Emulator::new(1);
    /// let to = emulator.poisoned::<f32>(64);
    /// // No kernel has written anything.
    /// emulator.written(to);
    /// ```
    #[track_caller]
    pub fn written<T: Element>(&self, buffer: Buffer<T>) -> Vec<T> {
        let left = self.unwritten(buffer);
        if let Some(first) = left.first() {
            panic!(
                "{} of {} elements were written by no thread, the first is {first}: is the grid too small, or does a tile leave some out?",
                left.len(),
                buffer.len()
            );
        }
        self.download(buffer)
    }

    /// The elements of a buffer that neither a kernel nor [`upload`](Self::upload) has written. For a matrix with
    /// padded rows, they include the padding.
    pub fn unwritten<T: Element>(&self, buffer: Buffer<T>) -> Vec<usize> {
        self.global.unwritten(buffer)
    }

    /// The map of a row-major matrix with `columns` columns, from which boxes `T` are copied, swizzled as their atom
    /// says. It corresponds to `Gpu::tensor_map` of `tilework-host`.
    ///
    /// # Panics
    /// For arguments that `Gpu::tensor_map` refuses.
    pub fn tensor_map<T>(
        &mut self,
        data: Buffer<<T::Element as TensorElement>::Storage>,
        columns: u32,
    ) -> TensorMap<T>
    where
        T: Tile,
    {
        assert!(columns > 0, "tensor_map: a matrix has columns");
        let rows = data.len() as u32 / columns;
        data.tensor_map([columns, rows], [1, columns.into()])
    }

    /// The map of a tensor with these extents and strides, in elements; the first stride is 1. It corresponds to
    /// `Gpu::tensor_map_strided` of `tilework-host`.
    ///
    /// # Panics
    /// For arguments that `Gpu::tensor_map_strided` refuses.
    pub fn tensor_map_strided<T, const RANK: usize>(
        &mut self,
        data: Buffer<<T::Element as TensorElement>::Storage>,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> TensorMap<T>
    where
        T: Tile<RANK>,
    {
        data.tensor_map(extents, strides)
    }

    /// Runs a grid of blocks, each with `threads` threads and `shared` bytes of shared memory. `kernel` calls the
    /// kernel.
    ///
    /// # Panics
    /// If the kernel has an error that this machine detects.
    pub fn launch(
        &mut self,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        kernel: impl Fn() + Sync,
    ) {
        self.launch_clusters(1, grid, threads, shared, kernel);
    }

    /// [`launch`](Self::launch) where `cluster` consecutive blocks in `x` form a cluster: its blocks run together, and
    /// clusters run one after another.
    ///
    /// # Panics
    /// As for [`launch`](Self::launch), and if the grid is no whole number of clusters.
    pub fn launch_clusters(
        &mut self,
        cluster: u32,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        kernel: impl Fn() + Sync,
    ) {
        assert!(grid[0].is_multiple_of(cluster), "{} blocks in clusters of {cluster}", grid[0]);
        let of = Grid {
            grid,
            cluster,
            threads: threads as usize,
            shared,
            budget: self.budget,
            reads_unwritten: self.reads_unwritten,
        };
        // The state of the generator must not be 0.
        let mut order = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut clusters: Vec<u32> = (0..grid.iter().product::<u32>() / cluster).collect();
        for left in (1..clusters.len()).rev() {
            clusters.swap(left, random(&mut order, left + 1));
        }
        let most = (1024 / (threads * cluster).max(1)).min(4 / cluster).max(1);
        let together = self.together.unwrap_or(most);
        let mut kept = Kept {
            global: std::mem::take(&mut self.global),
            order: Order::new(threads as usize, cluster, self.reads_racing),
            random: order,
            accesses: 0,
        };
        let mut failure = None;
        for clusters in clusters.chunks(together as usize) {
            let blocks = clusters.iter().flat_map(|&first| cluster * first..cluster * (first + 1));
            let place = |at: u32| [at % grid[0], at / grid[0] % grid[1], at / grid[0] / grid[1]];
            let blocks = Blocks::new(of, blocks.map(place).collect(), kept);
            (kept, failure) = Arc::new(blocks).run(&kernel);
            if failure.is_some() {
                break;
            }
        }
        self.global = kept.global;
        self.global.forget();
        if let Some(failure) = failure {
            panic!("{failure}");
        }
    }
}
