//! The copy engine for tensors of 1 to 5 modes: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor` and
//! `cp.async.bulk.prefetch.tensor` (PTX ISA 8.0, 9.7.8.24).

use core::fmt;
use core::marker::PhantomData;

use tilework_atom::SharedTile;

use super::{Bf16, E4m3, E5m2, F16, S8, Shared, Tf32, U8};

/// The boxes of a tensor that the copy engine loads or stores. The tensor has `RANK` modes, the contiguous one first:
/// columns and rows for a row-major matrix. The boxes are a type, so that the host encodes the map that the kernel
/// expects, and maps cannot be exchanged.
pub trait Tile<const RANK: usize = 2> {
    /// The elements of the tensor.
    type Element: TensorElement;
    /// The atom of a box in shared memory, with its swizzle, such as [`WgmmaK128B`](crate::atom::WgmmaK128B).
    type Atom: SharedTile;
    /// The extents of a box: columns and rows.
    const BOX: [u32; RANK];
}

mod sealed {
    pub trait Sealed {}
}
/// Elements of tensors that the copy engine knows, and computes with when it reduces. The trait is sealed, because it
/// says how many bytes of a buffer a tensor map reaches.
pub trait TensorElement: sealed::Sealed {
    /// The element type of buffers. For element kinds of 8 bits, such as [`E4m3`], it is an integer of this width.
    type Storage;
    /// The element type that the host passes to the driver.
    const DATA_TYPE: DataType;
}
/// Element types, under the names of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataType {
    /// `u8`, and any other element of 8 bits: the copy engine moves them, and does not compute with them.
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `i32`
    S32,
    /// `u64`
    U64,
    /// `i64`
    S64,
    /// [`F16`]
    F16,
    /// [`Bf16`]
    Bf16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}
macro_rules! elements {
    ($($t:ty: $storage:ty, $name:ident;)*) => {$(
        impl sealed::Sealed for $t {}
        impl TensorElement for $t {
            type Storage = $storage;
            const DATA_TYPE: DataType = DataType::$name;
        }
    )*};
}
elements! {
    u8: u8, U8;
    i8: i8, U8;
    U8: u8, U8;
    S8: i8, U8;
    E4m3: u8, U8;
    E5m2: u8, U8;
    u16: u16, U16;
    u32: u32, U32;
    i32: i32, S32;
    u64: u64, U64;
    i64: i64, S64;
    F16: F16, F16;
    Bf16: Bf16, Bf16;
    f32: f32, F32;
    Tf32: f32, F32;
    f64: f64, F64;
}

/// A tensor in global memory together with the boxes `T` that are copied from it, as the driver encodes it. A kernel
/// takes it as a parameter `&TensorMap<T>`, which [`kernel`](super::kernel) passes by value.
// `tilework-ptx` aligns it to 64 among the arguments of a kernel, because Rust aligns kernel parameters to 16 at most.
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
    /// Wraps a map that the driver has encoded.
    ///
    /// # Safety
    /// The driver encoded it, or [`Emulator`](crate::emulator::Emulator) if that runs the kernel. It is for boxes `T` of a tensor
    /// that exists as long as a kernel has the map.
    #[cfg(not(target_arch = "nvptx64"))]
    pub unsafe fn encoded(words: [u64; 16]) -> Self {
        TensorMap(words, PhantomData)
    }
    /// The same map, without the type of its boxes.
    #[inline(always)]
    pub fn any(&self) -> &TensorMap {
        // SAFETY: the same 128 bytes.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

/// Makes the copy engine fetch the map before the first copy needs it.
#[inline(always)]
pub fn tma_prefetch<T>(map: &TensorMap<T>) {
    on! {
        // SAFETY: the map is there.
        gpu { unsafe { asm!("prefetch.tensormap [{}];", in(reg64) map, options(nostack)) } }
        cpu { let _ = map; }
    }
}

/// The function by which the copy engine combines elements of shared memory with those of the tensor: `redOp` of the
/// PTX ISA. It writes the result to the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum.
    Add,
    /// The smaller one, of integers, [`F16`] and [`Bf16`].
    Min,
    /// The larger one, of integers, [`F16`] and [`Bf16`].
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// The corner of a box, for tensors with 1 to 5 modes. The functions of this module call its methods.
pub trait Corner: Copy {
    #[doc(hidden)]
    unsafe fn load(self, map: &TensorMap, to: u32, barrier: u32);
    #[doc(hidden)]
    unsafe fn load_multicast(self, map: &TensorMap, to: u32, barrier: u32, blocks: u16);
    #[doc(hidden)]
    unsafe fn store(self, map: &TensorMap, from: u32);
    #[doc(hidden)]
    unsafe fn reduce(self, map: &TensorMap, from: u32, by: Reduction);
    #[doc(hidden)]
    unsafe fn prefetch(self, map: &TensorMap);
}
macro_rules! corners {
    ($($rank:literal $dimension:literal $text:literal: $($x:ident)*;)*) => {$(
        impl Corner for [u32; $rank] {
            #[inline(always)]
            #[track_caller]
            unsafe fn load(self, map: &TensorMap, to: u32, barrier: u32) {
                on! {
                    gpu {
                        let [$($x),*] = self;
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "cp.async.bulk.tensor.", $dimension,
                                    ".shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}, {{", $text, "}}], [{}];"
                                ),
                                in(reg32) to, in(reg64) map, $(in(reg32) $x,)* in(reg32) barrier,
                            );
                        }
                    }
                    cpu { emulator::tma_load(map, &self, to, barrier) }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn load_multicast(self, map: &TensorMap, to: u32, barrier: u32, blocks: u16) {
                on! {
                    gpu {
                        let [$($x),*] = self;
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "cp.async.bulk.tensor.", $dimension,
                                    ".shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{}], [{}, {{", $text,
                                    "}}], [{}], {};"
                                ),
                                in(reg32) to, in(reg64) map, $(in(reg32) $x,)* in(reg32) barrier, in(reg16) blocks,
                            );
                        }
                    }
                    cpu { emulator::tma_load_multicast(map, &self, to, barrier, blocks) }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn store(self, map: &TensorMap, from: u32) {
                on! {
                    gpu {
                        let [$($x),*] = self;
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "cp.async.bulk.tensor.", $dimension, ".global.shared::cta.bulk_group [{}, {{", $text, "}}], [{}];"
                                ),
                                "cp.async.bulk.commit_group;",
                                in(reg64) map, $(in(reg32) $x,)* in(reg32) from,
                            );
                        }
                    }
                    cpu { emulator::tma_store(map, &self, from, None) }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn reduce(self, map: &TensorMap, from: u32, by: Reduction) {
                on! {
                    gpu {
                        let [$($x),*] = self;
                        macro_rules! reduced {
                            ($operation:literal) => {
                                // SAFETY: as promised.
                                unsafe {
                                    asm!(
                                        concat!(
                                            "cp.reduce.async.bulk.tensor.", $dimension, ".global.shared::cta.", $operation,
                                            ".tile.bulk_group [{}, {{", $text, "}}], [{}];"
                                        ),
                                        "cp.async.bulk.commit_group;",
                                        in(reg64) map, $(in(reg32) $x,)* in(reg32) from,
                                    )
                                }
                            };
                        }
                        match by {
                            Reduction::Add => reduced!("add"),
                            Reduction::Min => reduced!("min"),
                            Reduction::Max => reduced!("max"),
                            Reduction::And => reduced!("and"),
                            Reduction::Or => reduced!("or"),
                            Reduction::Xor => reduced!("xor"),
                        }
                    }
                    cpu { emulator::tma_store(map, &self, from, Some(by)) }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn prefetch(self, map: &TensorMap) {
                on! {
                    gpu {
                        let [$($x),*] = self;
                        // SAFETY: as promised; it has no visible effect.
                        unsafe {
                            asm!(
                                concat!(
                                    "cp.async.bulk.prefetch.tensor.", $dimension, ".L2.global [{}, {{", $text, "}}];"
                                ),
                                in(reg64) map, $(in(reg32) $x,)* options(nostack),
                            );
                        }
                    }
                    cpu { emulator::tma_prefetch(map, &self) }
                }
            }
        }
    )*};
}
corners! {
    1 "1d" "{}": x;
    2 "2d" "{}, {}": x y;
    3 "3d" "{}, {}, {}": x y z;
    4 "4d" "{}, {}, {}, {}": x y z u;
    5 "5d" "{}, {}, {}, {}, {}": x y z u v;
}

/// Begins to copy the box at `coordinates`, the contiguous one first, to shared memory. Its bytes arrive at `barrier`.
/// Elements outside of the tensor become 0.
///
/// # Safety
/// The map comes from the driver and has as many modes, and its tensor exists. There is room for the box, aligned as
/// its swizzle requires, and nobody accesses it until the barrier's phase ends. The barrier expects the bytes.
#[inline(always)]
#[track_caller]
pub unsafe fn tma_load<T, const RANK: usize>(
    map: &TensorMap<T>,
    coordinates: [u32; RANK],
    to: Shared<u8>,
    barrier: Shared<u64>,
) where
    [u32; RANK]: Corner,
{
    // SAFETY: as promised.
    unsafe { coordinates.load(map.any(), to.address(), barrier.address()) }
}

/// [`tma_load`] to the same place in each block of the cluster whose bit in `blocks` is 1. The bytes arrive at the
/// barrier of each block, at the same place.
///
/// # Safety
/// As for [`tma_load`], in each of these blocks.
#[inline(always)]
#[track_caller]
pub unsafe fn tma_load_multicast<T, const RANK: usize>(
    map: &TensorMap<T>,
    coordinates: [u32; RANK],
    to: Shared<u8>,
    barrier: Shared<u64>,
    blocks: u16,
) where
    [u32; RANK]: Corner,
{
    // SAFETY: as promised.
    unsafe { coordinates.load_multicast(map.any(), to.address(), barrier.address(), blocks) }
}

/// Begins to copy a box from shared memory to `coordinates` of the tensor. Elements outside of the tensor are not
/// written.
///
/// # Safety
/// As for [`tma_load`]. [`tma_store_fence`] has made the writes to shared memory visible. The box does not change until
/// [`tma_store_wait`], and the kernel does not end before that. The box begins at a multiple of 16 bytes and at no
/// negative coordinate: an H200 reports an illegal instruction for any other store, though it loads such boxes.
#[inline(always)]
#[track_caller]
pub unsafe fn tma_store<T, const RANK: usize>(
    map: &TensorMap<T>,
    coordinates: [u32; RANK],
    from: Shared<u8>,
) where
    [u32; RANK]: Corner,
{
    // SAFETY: as promised.
    unsafe { coordinates.store(map.any(), from.address()) }
}

/// [`tma_store`] of the combination by `by` of each element of the tensor with that of the box. Each element is updated
/// atomically.
///
/// # Safety
/// As for [`tma_store`]; the elements of the tensor have this operation.
#[inline(always)]
#[track_caller]
pub unsafe fn tma_reduce<T, const RANK: usize>(
    map: &TensorMap<T>,
    coordinates: [u32; RANK],
    from: Shared<u8>,
    by: Reduction,
) where
    [u32; RANK]: Corner,
{
    // SAFETY: as promised.
    unsafe { coordinates.reduce(map.any(), from.address(), by) }
}

/// Begins to load the box at `coordinates` into the L2 cache.
///
/// # Safety
/// The map comes from the driver and has as many modes, and its tensor exists.
#[doc(alias = "prefetch")]
#[inline(always)]
#[track_caller]
pub unsafe fn tma_prefetch_box<T, const RANK: usize>(map: &TensorMap<T>, coordinates: [u32; RANK])
where
    [u32; RANK]: Corner,
{
    // SAFETY: as promised.
    unsafe { coordinates.prefetch(map.any()) }
}

/// Makes this thread's writes to shared memory visible to the copy engine and to `wgmma`.
#[inline(always)]
pub fn tma_store_fence() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("fence.proxy.async.shared::cta;") } }
        cpu { emulator::fence_proxy() }
    }
}

/// Waits until all boxes that this thread stores by the copy engine, except the last `LEFT`, have been read.
#[inline(always)]
pub fn tma_store_wait<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.bulk.wait_group.read {};", const LEFT) } }
        cpu { emulator::tma_store_wait(LEFT, false) }
    }
}

/// Waits until all boxes that this thread stores by the copy engine, except the last `LEFT`, are in the tensor.
/// [`tma_store_wait`] waits only until they have been read.
#[inline(always)]
pub fn tma_store_wait_written<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.bulk.wait_group {};", const LEFT) } }
        cpu { emulator::tma_store_wait(LEFT, true) }
    }
}
