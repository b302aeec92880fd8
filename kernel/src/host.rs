//! A machine of CPU threads that runs kernels, one block, or cluster of blocks, after another, so that they are tested where there is no GPU.
//!
//! A thread of a block is a thread of the CPU. One of them runs at a time, until it waits for others; which one is next is
//! random, and the same for the same seed. So a barrier that is missing is found: threads come there in another order
//! each time. Besides,
//!
//! - each access is checked: there is memory, and its address is a multiple of its size;
//! - memory that nobody has written is 255 in each byte, which of floats is no number;
//! - `cp.async` copies when its group is waited for, the copy engine at some time before its barrier is, both as late as a GPU may;
//! - sums of `wgmma` are no numbers until they pass the wait;
//! - what a GPU leaves undefined and this finds is a panic: threads that wait forever, an instruction of a warp that not all of
//!   its threads come to, a block of another size, an operand of `wgmma` that is written before the product was waited for.
//!
//! Not here: what only the order of memory shows (fences), how many registers there are, time.

mod atomic;
mod block;
mod convert;
mod copies;
mod global;
mod mbarrier;
mod multiply;
mod number;
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

use crate::device::{Element, TensorElement, TensorMap, Tile};
use block::Cluster;
use global::Global;

/// The machine: its global memory, and the seed of the order in which threads run.
pub struct Host {
    global: Global,
    seed: u64,
}
impl Host {
    /// A machine without buffers.
    pub fn new(seed: u64) -> Self {
        Host { global: Global::default(), seed }
    }

    /// A buffer with a copy of `data`.
    pub fn upload<T: Element>(&mut self, data: &[T]) -> Buffer<T> {
        let buffer = self.poisoned(data.len());
        self.global.write(buffer, data);
        buffer
    }

    /// A buffer of which each byte is 255.
    pub fn poisoned<T: Element>(&mut self, length: usize) -> Buffer<T> {
        self.global.poisoned(length)
    }

    /// What is in a buffer.
    pub fn download<T: Element>(&self, buffer: Buffer<T>) -> Vec<T> {
        self.global.read(buffer)
    }

    /// What is in a buffer of which kernels, or [`upload`](Self::upload), have written all elements: of a grid that is too small, or a tile that no thread
    /// has, some are left.
    ///
    /// # Panics
    /// With how many elements nobody has written, and the first of them.
    ///
    /// ```should_panic
    /// # use tilework_kernel::host::Host;
    /// let mut host = Host::new(1);
    /// let to = host.poisoned::<f32>(64);
    /// // No kernel has written anything.
    /// host.written(to);
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

    /// The elements of a buffer that no kernel, nor [`upload`](Self::upload), has written: of a matrix whose rows are padded those that it does not reach are
    /// among them.
    pub fn unwritten<T: Element>(&self, buffer: Buffer<T>) -> Vec<usize> {
        self.global.unwritten(buffer)
    }

    /// The map of a matrix by rows of `columns` elements, of which boxes `T` are copied, swizzled as their atom says: as
    /// `Gpu::tensor_map` of `tilework-device`.
    ///
    /// # Panics
    /// For what that refuses.
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

    /// The map of a tensor of these extents and strides, in elements, of which the first is 1: as `Gpu::tensor_map_strided` of `tilework-device`.
    ///
    /// # Panics
    /// For what that refuses.
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

    /// Runs a grid of blocks, each of `threads` threads with `shared` bytes of shared memory; `kernel` calls the kernel.
    ///
    /// # Panics
    /// With what is wrong in a kernel.
    pub fn launch(
        &mut self,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        kernel: impl Fn() + Sync,
    ) {
        self.launch_clusters(1, grid, threads, shared, kernel);
    }

    /// [`launch`](Self::launch), where so many blocks that follow one another in `x` are a cluster: they run together, and one
    /// cluster runs after another.
    ///
    /// # Panics
    /// As of [`launch`](Self::launch), and where clusters do not come out even.
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
