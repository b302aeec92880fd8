//! `mma.sync`: multiplications by a warp, with all operands in registers.

use super::{Bf16, F16};

/// `mma.sync.m16n8k16` with sums in f32. Registers have pairs of elements, as
/// [`MmaSyncM16N8K16F16`](tilework::atom::MmaSyncM16N8K16F16).
pub trait MmaSync {
    /// `sums += A B`
    ///
    /// # Safety
    /// All threads of the warp come here.
    unsafe fn mma_sync(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]);
}
macro_rules! mma_sync {
    ($($t:ident $type:literal;)*) => {$(
        impl MmaSync for $t {
            #[inline(always)]
            unsafe fn mma_sync(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "mma.sync.aligned.m16n8k16.row.col.f32.", $type, ".", $type, ".f32 ",
                                    "{{{0}, {1}, {2}, {3}}}, {{{4}, {5}, {6}, {7}}}, {{{8}, {9}}}, {{{0}, {1}, {2}, {3}}};"
                                ),
                                inout(reg32) sums[0], inout(reg32) sums[1], inout(reg32) sums[2], inout(reg32) sums[3],
                                in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                                // Not `pure`: all threads of the warp come to it together, so that it stays where it is.
                                in(reg32) b[0], in(reg32) b[1], options(nomem, nostack),
                            );
                        }
                    }
                    cpu { host::mma_sync(sums, a, b, <Self as super::Pair>::number) }
                }
            }
        }
    )*};
}
/// `mma.sync.m16n8k32` of integers of 8 bits with a sign, `sums += A B`, exactly, or wrapping. A register has 4 elements that follow one another in `k`: with
/// `g` a quarter of the thread's index and `t` the rest, `a` are rows `g`, `g + 8`, `g`, `g + 8` and elements from `4 t`, `4 t`, `4 t + 16`, `4 t + 16` on,
/// `b` is column `g` and the elements from `4 t` and `4 t + 16` on, and the sums are columns `2 t`, `2 t + 1` of rows `g` and `g + 8`.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
pub unsafe fn mma_sync_s8(sums: &mut [i32; 4], a: [u32; 4], b: [u32; 2]) {
    on! {
        together {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {{{0}, {1}, {2}, {3}}}, {{{4}, {5}, {6}, {7}}}, {{{8}, {9}}}, {{{0}, {1}, {2}, {3}}};",
                    inout(reg32) sums[0], inout(reg32) sums[1], inout(reg32) sums[2], inout(reg32) sums[3],
                    in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                    in(reg32) b[0], in(reg32) b[1], options(nomem, nostack),
                );
            }
        }
        cpu { host::mma_sync_s8(sums, a, b) }
    }
}

mma_sync! {
    F16 "f16";
    Bf16 "bf16";
}
