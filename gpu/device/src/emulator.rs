//! A machine of CPU threads that runs kernels, so that they can be tested without a GPU. It runs one block, or one
//! cluster of blocks, after another.
//!
//! A thread of a block is a thread of the CPU. One thread runs at a time, until it waits for others. The next one is
//! chosen at random, in an order that the seed determines. Different seeds give different orders, so that a missing
//! barrier shows. In addition,
//!
//! - each access is checked: the memory exists, and the address is a multiple of the size;
//! - memory that nobody has written has 255 in each byte, which is NaN as a float;
//! - `cp.async` copies when its group is waited for, and the copy engine at some time before its barrier is waited for.
//!   Both may be as late as on a GPU;
//! - sums of `wgmma` are NaN until they pass the wait;
//! - undefined behavior of a GPU that this machine detects is a panic: threads that wait forever, an instruction of a
//!   warp that not all of its threads reach, a block of another size, an operand of `wgmma` that is written before the
//!   product was waited for.
//!
//! It does not find missing fences, since only the order of memory accesses shows them. It says nothing about the
//! number of registers or about time.

mod atomic;
mod block;
mod convert;
mod copies;
mod exact;
mod global;
mod mbarrier;
mod multiply;
mod print;
mod shared;
mod tensor_map;
mod warp;

use std::sync::Arc;

pub(crate) use atomic::{atom_global, atom_shared, wait_for};
pub(crate) use block::{barrier, barrier_arrive, block, cluster_barrier, grid, thread};
#[doc(hidden)]
pub use block::{cluster, threads};
pub(crate) use convert::{f16x2, pair8};
pub(crate) use copies::{
    cp_async, cp_async_commit, cp_async_of, cp_async_wait, tma_load, tma_load_multicast,
    tma_prefetch, tma_store, tma_store_wait,
};
pub use global::Buffer;
pub(crate) use global::{load_global, store_global};
pub(crate) use mbarrier::{
    mbarrier_arrive, mbarrier_arrive_at, mbarrier_expect, mbarrier_init, mbarrier_wait,
};
pub(crate) use multiply::{
    Source, mma_sync, wgmma, wgmma_begin, wgmma_commit, wgmma_sums, wgmma_wait,
};
pub(crate) use print::printed;
#[doc(hidden)]
pub use shared::array;
pub(crate) use shared::{load_shared, load_shared_in, shared_by_hand, store_shared};
pub(crate) use warp::{
    lane, ldmatrix, ldmatrix_of, over_warp, shuffle, shuffle_of, stmatrix, stmatrix_of,
    warp_barrier, warpgroup_registers,
};

pub use tensor_map::refused as tensor_map_refused;

use crate::part::Part;
use crate::{Element, TensorElement, TensorMap, Tile};
use block::Cluster;
use global::Global;

/// The machine: its global memory, and the seed for the order in which threads run.
pub struct Emulator {
    global: Global,
    seed: u64,
}
impl Emulator {
    /// A machine without buffers.
    pub fn new(seed: u64) -> Self {
        Emulator { global: Global::default(), seed }
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
                buffer.length()
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
        let rows = data.length() as u32 / columns;
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
        let blocks: Vec<u32> = (0..grid.iter().product()).collect();
        for blocks in blocks.chunks(cluster as usize) {
            let place = |at: &u32| [at % grid[0], at / grid[0] % grid[1], at / grid[0] / grid[1]];
            let places = blocks.iter().map(place).collect();
            let global = std::mem::take(&mut self.global);
            let seed = self.seed.wrapping_add(u64::from(blocks[0]) << 32);
            let cluster = Cluster::new(grid, places, threads as usize, shared, global, seed);
            self.global = Arc::new(cluster).run(&kernel);
        }
    }
}
