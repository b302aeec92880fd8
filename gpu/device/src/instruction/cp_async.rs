//! `cp.async`: asynchronous copies from global to shared memory.

use tilework::bound::{Coordinate, Unroll};
use tilework::result::{Origin, Raw};
use tilework::{AnyLayout, Tensor};

use super::{Element, InGlobalMemory, Point, Shared};

/// Begins to copy 16 bytes. `from` is a pointer of a buffer or of an [`Input`](super::Input).
///
/// # Safety
/// Both places exist and are aligned to 16 bytes. Until the copy has ended, nobody writes the source and nobody
/// accesses the destination.
#[inline(always)]
#[track_caller]
pub unsafe fn cp_async<P: InGlobalMemory>(from: P, to: Shared<P::Item>) {
    let from = from.place();
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to.address(), in(reg64) from.address());
            }
        }
        cpu { emulator::cp_async(from.address(), to.address(), 16) }
    }
}

/// [`cp_async`] of the first `bytes` of the 16; the rest becomes 0.
///
/// # Safety
/// As for [`cp_async`], for these bytes.
#[inline(always)]
#[track_caller]
pub unsafe fn cp_async_part<P: InGlobalMemory>(from: P, to: Shared<P::Item>, bytes: u32) {
    let from = from.place();
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.cg.shared.global [{}], [{}], 16, {};",
                    in(reg32) to.address(), in(reg64) from.address(), in(reg32) bytes,
                );
            }
        }
        cpu { emulator::cp_async(from.address(), to.address(), bytes) }
    }
}

/// What a thread copies by [`cp_async`] in each step along `k`: its 16-byte vectors `T` in the tile of a
/// [`TiledCopy`](crate::atom::TiledCopy).
pub struct CopySteps<T, A, L, F> {
    at: Tensor<Origin<Point>, A>,
    from: F,
    to: Tensor<Raw<Shared<T>>, L>,
}
impl<T: Element, A, L, F, P> CopySteps<T, A, L, F>
where
    A: Unroll<Point>,
    L: AnyLayout,
    F: Fn((usize, usize), usize) -> P,
    P: InGlobalMemory<Item = T>,
{
    /// `at` holds the row and column of each vector in the tile. `from((row, column), step)` is its source, and `to`
    /// its destination in the first stage.
    #[inline(always)]
    pub fn new(at: Tensor<Origin<Point>, A>, from: F, to: Tensor<Raw<Shared<T>>, L>) -> Self {
        CopySteps { at, from, to }
    }
    /// Begins to copy a step into the stage that begins `stage` bytes after the first. From each vector it copies
    /// `bytes` bytes and fills the rest with 0; `None` copies all.
    ///
    /// # Safety
    /// As for [`cp_async`], for each vector.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn bring(&self, step: usize, stage: usize, bytes: Option<u32>)
    where
        usize: Coordinate<usize, L::Shape, L::Stride>,
    {
        // SAFETY: as promised.
        unsafe { self.bring_each(step, stage, |_| bytes) }
    }
    /// [`CopySteps::bring`] where `bytes` gives the number of bytes for the row and column of each vector.
    ///
    /// # Safety
    /// As for [`CopySteps::bring`].
    #[inline(always)]
    #[track_caller]
    pub unsafe fn bring_each(
        &self,
        step: usize,
        stage: usize,
        bytes: impl Fn((usize, usize)) -> Option<u32>,
    ) where
        usize: Coordinate<usize, L::Shape, L::Stride>,
    {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        self.at.unroll(|i, at| {
            let at = (at.head, at.tail.head);
            let from = (self.from)(at, step);
            // SAFETY: as promised.
            unsafe {
                let to = self.to.at(i).bytes(stage);
                match bytes(at) {
                    Some(bytes) => cp_async_part(from, to, bytes),
                    None => cp_async(from, to),
                }
            }
        });
    }
}

/// [`cp_async`] of 4, 8 or 16 bytes through the L1 cache: `cp.async.ca`.
///
/// # Safety
/// As for [`cp_async`], with an alignment of `BYTES`.
#[inline(always)]
#[track_caller]
pub unsafe fn cp_async_ca<const BYTES: u32, P: InGlobalMemory>(from: P, to: Shared<P::Item>) {
    let from = from.place();
    const { assert!(matches!(BYTES, 4 | 8 | 16), "cp.async: it is of 4, 8 or 16 bytes") };
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.ca.shared.global [{}], [{}], {};",
                    in(reg32) to.address(), in(reg64) from.address(), const BYTES,
                );
            }
        }
        cpu { emulator::cp_async_of(from.address(), to.address(), BYTES, BYTES) }
    }
}

/// Closes a group of copies: all copies that this thread began since the last group.
#[inline(always)]
pub fn cp_async_commit() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.commit_group;") } }
        cpu { emulator::cp_async_commit() }
    }
}

/// Waits until at most `LEFT` groups of this thread are pending.
#[inline(always)]
pub fn cp_async_wait<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.wait_group {};", const LEFT) } }
        cpu { emulator::cp_async_wait(LEFT) }
    }
}
