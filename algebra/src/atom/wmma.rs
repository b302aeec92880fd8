//! `v_wmma`: multiplications by a wavefront on AMD's RDNA, with all operands in registers.

use super::Mma;

/// The sources. The calculator prints the element that each bit of a register has in each lane.
const RDNA3: &str = "AMD Matrix Instruction Calculator, architecture RDNA3";
const RDNA4: &str = "AMD Matrix Instruction Calculator, architecture RDNA4";

/// On RDNA3, each group of 16 threads has all of `A`, a row for each thread.
const A_EACH_HALF: &str = "((16,2),16):((1,0),16)";
const A_EACH_QUARTER: &str = "((16,4),16):((1,0),16)";
/// On RDNA3, neighboring rows belong to neighboring groups of 16 threads.
const C_ODD_EVEN: &str = "((16,2),8):((16,1),2)";
const C_EVERY_4TH: &str = "((16,4),4):((16,1),4)";
/// On RDNA4, a thread has consecutive rows.
const C_HALVES: &str = "((16,2),8):((16,8),1)";
const C_QUARTERS: &str = "((16,2,2),4):((16,8,4),1)";

/// `A` and `B` have the same layout.
const fn wmma(
    name: &'static str,
    source: &'static str,
    shape: [i64; 3],
    ab: &'static str,
    c: &'static str,
) -> Mma {
    Mma { name, source, shape, a: ab, b: ab, c }
}

/// Multiplications by a wavefront of 32 or of 64 threads, `w32` and `w64`. The instruction has one name, and other
/// layouts on RDNA4 than on RDNA3; the endings are those of LLVM's functions, and RDNA4 is `gfx12`.
/// [`of_llvm`](super::of_llvm()) reads the names of these functions.
///
/// On RDNA3, `A` and `B` are repeated in each group of 16 threads. Accumulators of 16 bits are each in one half of a
/// register. A permutation of `K` that `A` and `B` have in common gives the same product; the layouts here are those
/// of the calculator.
///
/// Sparse instructions (`v_swmmac`) are not here. Neither is `iu4` with `K = 16` on RDNA4 in wavefronts of 64 threads,
/// where the calculator has `A` and `B` in 32 of them.
#[rustfmt::skip] // A table has a line for each row.
pub static WMMA: &[Mma] = &[
    // RDNA3
    wmma("v_wmma_bf16_16x16x16_bf16_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_f16_16x16x16_f16_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_f32_16x16x16_bf16_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_f32_16x16x16_f16_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_i32_16x16x16_iu4_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_i32_16x16x16_iu8_w32", RDNA3, [16, 16, 16], A_EACH_HALF, C_ODD_EVEN),
    wmma("v_wmma_bf16_16x16x16_bf16_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    wmma("v_wmma_f16_16x16x16_f16_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    wmma("v_wmma_f32_16x16x16_bf16_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    wmma("v_wmma_f32_16x16x16_f16_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    wmma("v_wmma_i32_16x16x16_iu4_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    wmma("v_wmma_i32_16x16x16_iu8_w64", RDNA3, [16, 16, 16], A_EACH_QUARTER, C_EVERY_4TH),
    // RDNA4
    wmma("v_wmma_bf16_16x16x16_bf16_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),(4,2)):((1,64),(16,128))", C_HALVES),
    wmma("v_wmma_f16_16x16x16_f16_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),(4,2)):((1,64),(16,128))", C_HALVES),
    wmma("v_wmma_f32_16x16x16_bf16_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),(4,2)):((1,64),(16,128))", C_HALVES),
    wmma("v_wmma_f32_16x16x16_bf8_bf8_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_f32_16x16x16_bf8_fp8_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_f32_16x16x16_f16_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),(4,2)):((1,64),(16,128))", C_HALVES),
    wmma("v_wmma_f32_16x16x16_fp8_bf8_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_f32_16x16x16_fp8_fp8_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_i32_16x16x16_iu4_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_i32_16x16x16_iu8_w32_gfx12", RDNA4, [16, 16, 16], "((16,2),8):((1,128),16)", C_HALVES),
    wmma("v_wmma_i32_16x16x32_iu4_w32_gfx12", RDNA4, [16, 16, 32], "((16,2),16):((1,256),16)", C_HALVES),
    wmma("v_wmma_bf16_16x16x16_bf16_w64_gfx12", RDNA4, [16, 16, 16], "((16,4),4):((1,64),16)", C_QUARTERS),
    wmma("v_wmma_f16_16x16x16_f16_w64_gfx12", RDNA4, [16, 16, 16], "((16,4),4):((1,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_bf16_w64_gfx12", RDNA4, [16, 16, 16], "((16,4),4):((1,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_bf8_bf8_w64_gfx12", RDNA4, [16, 16, 16], "((16,2,2),4):((1,128,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_bf8_fp8_w64_gfx12", RDNA4, [16, 16, 16], "((16,2,2),4):((1,128,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_f16_w64_gfx12", RDNA4, [16, 16, 16], "((16,4),4):((1,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_fp8_bf8_w64_gfx12", RDNA4, [16, 16, 16], "((16,2,2),4):((1,128,64),16)", C_QUARTERS),
    wmma("v_wmma_f32_16x16x16_fp8_fp8_w64_gfx12", RDNA4, [16, 16, 16], "((16,2,2),4):((1,128,64),16)", C_QUARTERS),
    wmma("v_wmma_i32_16x16x16_iu8_w64_gfx12", RDNA4, [16, 16, 16], "((16,2,2),4):((1,128,64),16)", C_QUARTERS),
    wmma("v_wmma_i32_16x16x32_iu4_w64_gfx12", RDNA4, [16, 16, 32], "((16,2,2),8):((1,256,128),16)", C_QUARTERS),
];
