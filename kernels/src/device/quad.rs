//! Quads: the 4 threads that have a row of the accumulators of a multiplication.

use core::arch::asm;

/// The numbers of the threads of a quad, combined.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
pub unsafe fn over_quad(mut x: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    for distance in [1_u32, 2] {
        let other: f32;
        // SAFETY: as promised.
        unsafe {
            asm!("shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;", out(reg32) other, in(reg32) x, in(reg32) distance);
        }
        x = combine(x, other);
    }
    x
}
