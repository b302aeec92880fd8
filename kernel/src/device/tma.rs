//! The copy engine for tensors: `cp.async.bulk.tensor`.

use core::fmt;
use core::marker::PhantomData;

use tilework::atom::SharedTile;

use super::Shared;

/// Boxes that the copy engine brings of a matrix by rows, or stores: a type says which, so that the host encodes what the kernel expects, and maps
/// are not exchanged.
pub trait Tile {
    /// The elements of the matrix.
    type Element;
    /// What a box consists of in shared memory, with its swizzle: as [`WgmmaK128B`](tilework::atom::WgmmaK128B).
    type Atom: SharedTile;
    /// Columns and rows of a box.
    const BOX: [u32; 2];
}

/// A tensor in global memory and the boxes `T` that are copied of it, as the driver encodes it. A kernel has it as a parameter
/// `&TensorMap<T>`, which [`kernel`](super::kernel) passes by value.
// Where the arguments of a kernel are it is aligned to 64 by `tilework-ptx`: of Rust parameters of kernels are aligned to 16 at most.
#[cfg_attr(target_arch = "nvptx64", repr(C))]
#[cfg_attr(not(target_arch = "nvptx64"), repr(C, align(64)))]
pub struct TensorMap<T = ()>(pub(crate) [u64; 16], PhantomData<fn() -> T>);
impl<T> Clone for TensorMap<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for TensorMap<T> {}
impl<T> fmt::Debug for TensorMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TensorMap").field(&self.0).finish()
    }
}
impl<T> TensorMap<T> {
    /// The map that the driver has encoded so.
    #[cfg(not(target_arch = "nvptx64"))]
    pub fn encoded(words: [u64; 16]) -> Self {
        TensorMap(words, PhantomData)
    }
    /// The same, whatever its boxes are.
    #[inline(always)]
    pub fn any(&self) -> &TensorMap {
        // SAFETY: the same 128 bytes.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

/// Has the copy engine read the map, before the first copy needs it.
#[inline(always)]
pub fn tma_prefetch<T>(map: &TensorMap<T>) {
    on! {
        // SAFETY: the map is there.
        gpu { unsafe { asm!("prefetch.tensormap [{}];", in(reg64) map, options(nostack)) } }
        cpu { let _ = map; }
    }
}

/// Begins to copy the box at `coordinates`, the one that is contiguous first, to shared memory. Its bytes arrive at
/// `barrier`.
///
/// # Safety
/// The map is one of the driver's, and its tensor is there; there is room for the box, aligned as its swizzle asks, which
/// nobody accesses until the barrier says so; the barrier expects its bytes.
#[inline(always)]
pub unsafe fn tma_load<T>(
    map: &TensorMap<T>,
    coordinates: [u32; 2],
    to: Shared<u8>,
    barrier: Shared<u64>,
) {
    let [x, y] = coordinates;
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}, {{{}, {}}}], [{}];",
                    in(reg32) to.address(), in(reg64) map, in(reg32) x, in(reg32) y, in(reg32) barrier.address(),
                );
            }
        }
        cpu { host::tma_load(map.any(), [x, y], to.address(), barrier.address()) }
    }
}

/// [`tma_load`] to the same place in each block of the cluster whose bit in `blocks` is 1. The bytes arrive in each at its
/// own `barrier`.
///
/// # Safety
/// As of [`tma_load`], in each of these blocks.
#[inline(always)]
pub unsafe fn tma_load_multicast<T>(
    map: &TensorMap<T>,
    coordinates: [u32; 2],
    to: Shared<u8>,
    barrier: Shared<u64>,
    blocks: u16,
) {
    let [x, y] = coordinates;
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{}], [{}, {{{}, {}}}], [{}], {};",
                    in(reg32) to.address(), in(reg64) map, in(reg32) x, in(reg32) y, in(reg32) barrier.address(),
                    in(reg16) blocks,
                );
            }
        }
        cpu { host::tma_load_multicast(map.any(), [x, y], to.address(), barrier.address(), blocks) }
    }
}

/// Begins to copy a box from shared memory to `coordinates` of the tensor. What is outside of the tensor is not written.
///
/// # Safety
/// As of [`tma_load`]; what was written to shared memory was made known by [`tma_store_fence`]; the box stays as it is
/// until [`tma_store_wait`], which the kernel does not end before.
#[inline(always)]
pub unsafe fn tma_store<T>(map: &TensorMap<T>, coordinates: [u32; 2], from: Shared<u8>) {
    let [x, y] = coordinates;
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [{}, {{{}, {}}}], [{}];",
                    "cp.async.bulk.commit_group;",
                    in(reg64) map, in(reg32) x, in(reg32) y, in(reg32) from.address(),
                );
            }
        }
        cpu { host::tma_store(map.any(), [x, y], from.address()) }
    }
}

/// Makes what this thread wrote to shared memory known to the copy engine and to `wgmma`.
#[inline(always)]
pub fn tma_store_fence() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("fence.proxy.async.shared::cta;") } }
        cpu {}
    }
}

/// Waits until all boxes that this thread stores by the copy engine, but the last `LEFT`, have been read.
#[inline(always)]
pub fn tma_store_wait<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.bulk.wait_group.read {};", const LEFT) } }
        cpu { host::tma_store_wait(LEFT) }
    }
}
