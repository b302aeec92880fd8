//! `mma.sync`: multiplications by a warp, with all operands in registers (PTX ISA 8.4, 9.7.13.4).
//!
//! An instruction is a type of [`atom`](crate::atom). Its layouts say where a thread has which element of `A`, of `B` and
//! of the sums: [`MmaSyncM16N8K16F16`] has `A` in 4 registers of 2 elements. One register has 4 elements of 8 bits, 2
//! of 16 or one of 32, the first in the lower bits.

#[cfg(not(target_arch = "nvptx64"))]
use tilework::bound::Known;
use tilework_atom::*;

#[cfg(not(target_arch = "nvptx64"))]
use super::{Bf16, E4m3, E5m2, F16, S8, Tf32, U8};

/// An instruction with these sums, and registers of `A` and `B`. The instructions are types of [`atom`](crate::atom), not
/// of this crate: `use tilework_device::atom::MmaSyncM16N8K32S8`.
///
/// ```
/// use tilework_device::atom::MmaSyncM16N8K8Tf32;
/// use tilework_device::{MmaSync, thread};
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: one warp, all of whose threads come to the multiplication.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     thread::<32>();
///     let mut sums = [0.5_f32; 4];
///     let two = 2_f32.to_bits();
///     MmaSyncM16N8K8Tf32::mma_sync(&mut sums, [two; 4], [two; 2]);
///     assert_eq!(sums, [8.0 * 4.0 + 0.5; 4]);
/// });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `mma.sync` of sums `{Sums}`, registers `{A}` of `A` and `{B}` of `B`",
    note = "sums are `[f32; 4]`, `[i32; 4]` of integers, `[u32; 2]` of pairs of f16 and `[f64; 4]` or `[f64; 2]`"
)]
pub trait MmaSync<Sums, A, B>: Mma {
    /// True if [`gemm`](super::gemm) goes column by column, false if it goes row by row.
    const COLUMN_BY_COLUMN: bool = false;
    /// `sums += A B`. Integers wrap.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    unsafe fn mma_sync(sums: &mut Sums, a: A, b: B);
}

// The numbers of registers are the operand numbers in the text of the instruction: first the sums, then `A`, then `B`.
macro_rules! mma_sync {
    ($($element:ty: $instruction:ident $text:literal $class:ident
        [$s:ty; $sums:literal] $s0:literal $($si:literal)*,
        [$a:ty; $of_a:literal] $a0:literal $($ai:literal)*,
        [$b:ty; $of_b:literal] $b0:literal $($bi:literal)*;)*) => {$(
        impl MmaSync<[$s; $sums], [$a; $of_a], [$b; $of_b]> for $instruction {
            #[inline(always)]
            unsafe fn mma_sync(sums: &mut [$s; $sums], a: [$a; $of_a], b: [$b; $of_b]) {
                on! {
                    together {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!(
                                    "mma.sync.aligned.", $text,
                                    " {{{", $s0, "}", $(", {", $si, "}",)* "}}, {{{", $a0, "}", $(", {", $ai, "}",)*
                                    "}}, {{{", $b0, "}", $(", {", $bi, "}",)* "}}, {{{", $s0, "}", $(", {", $si, "}",)* "}};"
                                ),
                                inout($class) sums[$s0], $(inout($class) sums[$si],)*
                                in($class) a[$a0 - $sums], $(in($class) a[$ai - $sums],)*
                                in($class) b[$b0 - $sums - $of_a], $(in($class) b[$bi - $sums - $of_a],)*
                                // Not `pure`: all threads of the warp reach it together, so it must stay at its place.
                                options(nomem, nostack),
                            );
                        }
                    }
                    cpu {
                        let [of_a, of_b, of_sums]: [fn(usize, usize) -> usize; 3] = [
                            |t, v| <<$instruction as Mma>::A>::VALUE.offset((t, v)),
                            |t, v| <<$instruction as Mma>::B>::VALUE.offset((t, v)),
                            |t, v| <<$instruction as Mma>::C>::VALUE.offset((t, v)),
                        ];
                        let instruction = <$instruction as Mma>::VALUE;
                        emulator::mma_sync::<$element, _, _, _>(sums, &a, &b, instruction, [of_a, of_b, of_sums])
                    }
                }
            }
        }
    )*};
}
mma_sync! {
    F16: MmaSyncM16N8K8F16 "m16n8k8.row.col.f32.f16.f16.f32" reg32 [f32; 4] 0 1 2 3, [u32; 2] 4 5, [u32; 1] 6;
    F16: MmaSyncM16N8K8F16 "m16n8k8.row.col.f16.f16.f16.f16" reg32 [u32; 2] 0 1, [u32; 2] 2 3, [u32; 1] 4;
    Bf16: MmaSyncM16N8K8Bf16 "m16n8k8.row.col.f32.bf16.bf16.f32" reg32 [f32; 4] 0 1 2 3, [u32; 2] 4 5, [u32; 1] 6;
    F16: MmaSyncM16N8K16F16 "m16n8k16.row.col.f32.f16.f16.f32" reg32 [f32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    F16: MmaSyncM16N8K16F16 "m16n8k16.row.col.f16.f16.f16.f16" reg32 [u32; 2] 0 1, [u32; 4] 2 3 4 5, [u32; 2] 6 7;
    Bf16: MmaSyncM16N8K16Bf16 "m16n8k16.row.col.f32.bf16.bf16.f32" reg32 [f32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    Tf32: MmaSyncM16N8K4Tf32 "m16n8k4.row.col.f32.tf32.tf32.f32" reg32 [f32; 4] 0 1 2 3, [u32; 2] 4 5, [u32; 1] 6;
    Tf32: MmaSyncM16N8K8Tf32 "m16n8k8.row.col.f32.tf32.tf32.f32" reg32 [f32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    S8: MmaSyncM16N8K16S8 "m16n8k16.row.col.s32.s8.s8.s32" reg32 [i32; 4] 0 1 2 3, [u32; 2] 4 5, [u32; 1] 6;
    U8: MmaSyncM16N8K16U8 "m16n8k16.row.col.s32.u8.u8.s32" reg32 [i32; 4] 0 1 2 3, [u32; 2] 4 5, [u32; 1] 6;
    S8: MmaSyncM16N8K32S8 "m16n8k32.row.col.s32.s8.s8.s32" reg32 [i32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    U8: MmaSyncM16N8K32U8 "m16n8k32.row.col.s32.u8.u8.s32" reg32 [i32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    E4m3: MmaSyncM16N8K32E4m3 "m16n8k32.row.col.f32.e4m3.e4m3.f32" reg32 [f32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    E5m2: MmaSyncM16N8K32E5m2 "m16n8k32.row.col.f32.e5m2.e5m2.f32" reg32 [f32; 4] 0 1 2 3, [u32; 4] 4 5 6 7, [u32; 2] 8 9;
    f64: MmaSyncM8N8K4F64 "m8n8k4.row.col.f64.f64.f64.f64" reg64 [f64; 2] 0 1, [f64; 1] 2, [f64; 1] 3;
    f64: MmaSyncM16N8K4F64 "m16n8k4.row.col.f64.f64.f64.f64" reg64 [f64; 4] 0 1 2 3, [f64; 2] 4 5, [f64; 1] 6;
    f64: MmaSyncM16N8K8F64 "m16n8k8.row.col.f64.f64.f64.f64" reg64 [f64; 4] 0 1 2 3, [f64; 4] 4 5 6 7, [f64; 2] 8 9;
    f64: MmaSyncM16N8K16F64 "m16n8k16.row.col.f64.f64.f64.f64" reg64 [f64; 4] 0 1 2 3, [f64; 8] 4 5 6 7 8 9 10 11, [f64; 4] 12 13 14 15;
}

/// [`MmaSyncM16N8K32S8`]. With `g` the quotient and `t` the remainder of the thread's index by 4, `a` holds the rows
/// `g`, `g + 8`, `g`, `g + 8` with the elements from `4 t`, `4 t`, `4 t + 16`, `4 t + 16` on. `b` holds column `g` with
/// the elements from `4 t` and `4 t + 16` on. The sums are the columns `2 t`, `2 t + 1` of the rows `g` and `g + 8`.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn mma_sync_s8(sums: &mut [i32; 4], a: [u32; 4], b: [u32; 2]) {
    // SAFETY: as promised.
    unsafe { MmaSyncM16N8K32S8::mma_sync(sums, a, b) }
}
