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
mma_sync! {
    F16 "f16";
    Bf16 "bf16";
}
