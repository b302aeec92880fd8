//! `cp.async`: copies from global to shared memory that do not wait.

use tilework::bound::{Coordinate, Unroll};
use tilework::result::{Origin, Raw};
use tilework::{AnyLayout, Tensor};

use super::{Element, Global, Point, Shared};

/// Begins to copy 16 bytes.
///
/// # Safety
/// Both are aligned to 16 bytes and there; until the copy has ended nobody writes the one or accesses the other.
#[inline(always)]
pub unsafe fn cp_async<T>(from: Global<T>, to: Shared<T>) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to.address(), in(reg64) from.address());
            }
        }
        cpu { host::cp_async(from.address(), to.address(), 16) }
    }
}

/// [`cp_async`] of the first `bytes` of the 16; the others are 0.
///
/// # Safety
/// As there, of these bytes.
#[inline(always)]
pub unsafe fn cp_async_part<T>(from: Global<T>, to: Shared<T>, bytes: u32) {
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
        cpu { host::cp_async(from.address(), to.address(), bytes) }
    }
}

/// What a thread copies of each step along `k` by [`cp_async`]: its vectors `T`, of 16 bytes, in the tile of a [`TiledCopy`](tilework::atom::TiledCopy).
pub struct CopySteps<T, A, L, F> {
    at: Tensor<Origin<Point>, A>,
    from: F,
    to: Tensor<Raw<Shared<T>>, L>,
}
impl<T: Element, A: Unroll<Point>, L: AnyLayout, F: Fn((usize, usize), usize) -> Global<T>>
    CopySteps<T, A, L, F>
{
    /// `at` are the row and the column of each vector in the tile, `from((row, column), step)` is whence it comes, and `to` where it goes, in
    /// the first stage.
    #[inline(always)]
    pub fn new(at: Tensor<Origin<Point>, A>, from: F, to: Tensor<Raw<Shared<T>>, L>) -> Self {
        CopySteps { at, from, to }
    }
    /// Begins to copy a step, to the stage so many bytes behind the first: of each vector so many `bytes`, and then 0; or all.
    ///
    /// # Safety
    /// As of [`cp_async`], of each vector.
    #[inline(always)]
    pub unsafe fn bring(&self, step: usize, stage: usize, bytes: Option<u32>)
    where
        usize: Coordinate<usize, L::Shape, L::Stride>,
    {
        // SAFETY: as promised.
        unsafe { self.bring_each(step, stage, |_| bytes) }
    }
    /// [`CopySteps::bring`] of so many bytes of the vector in each row and column.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub unsafe fn bring_each(
        &self,
        step: usize,
        stage: usize,
        bytes: impl Fn((usize, usize)) -> Option<u32>,
    ) where
        usize: Coordinate<usize, L::Shape, L::Stride>,
    {
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

/// [`cp_async`] of 4, 8 or 16 bytes, which go through the first cache: `cp.async.ca`.
///
/// # Safety
/// As there, aligned to so many bytes.
#[inline(always)]
pub unsafe fn cp_async_ca<const BYTES: u32, T>(from: Global<T>, to: Shared<T>) {
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
        cpu { host::cp_async_of(from.address(), to.address(), BYTES, BYTES) }
    }
}

/// Ends a group of copies: all that this thread began since the last group.
#[inline(always)]
pub fn cp_async_commit() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.commit_group;") } }
        cpu { host::cp_async_commit() }
    }
}

/// Waits until at most `LEFT` groups of this thread are under way.
#[inline(always)]
pub fn cp_async_wait<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.wait_group {};", const LEFT) } }
        cpu { host::cp_async_wait(LEFT) }
    }
}
