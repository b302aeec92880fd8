//! `v_mfma`: multiplications by a wavefront of 64 threads on AMD's CDNA, with all operands in registers.

use super::Mma;

/// The sources. The calculator prints the element that each bit of a register has in each lane.
const CDNA1: &str = "AMD Matrix Instruction Calculator, architectures CDNA1 and CDNA2";
const CDNA3: &str = "AMD Matrix Instruction Calculator, architecture CDNA3";
/// Not in the calculator. The elements of a lane are consecutive along `K`.
const CDNA4: &str = "AMD Composable Kernel, amdgcn_mma of gfx950";

/// Each block of four rows belongs to other threads, which have it in consecutive registers.
const C_32X32: &str = "((32,2),(4,4)):((32,4),(1,8))";
const C_16X16: &str = "((16,4),4):((16,4),1)";
const C_16X16_F64: &str = "((16,4),4):((16,1),4)";

/// The blocks of an instruction with several are on the diagonal.
const C_2_OF_32X32: &str = "((32,2),(4,4,2)):((64,4),(1,8,2080))";
const C_4_OF_16X16: &str = "((16,4),(4,4)):((64,4),(1,1040))";
const C_16_OF_4X4: &str = "((4,16),4):((64,260),1)";
const C_4_OF_4X4_F64: &str = "((4,4,4),1):((16,68,1),0)";

/// `A` and `B` have the same layout.
const fn mfma(
    name: &'static str,
    source: &'static str,
    shape: [i64; 3],
    ab: &'static str,
    c: &'static str,
) -> Mma {
    Mma { name, source, shape, a: ab, b: ab, c }
}

/// Multiplications by the 64 threads of a wavefront, by the names of the CDNA3 ISA.
/// [`of_llvm`](super::of_llvm()) reads other spellings, such as those of CDNA1 and of LLVM.
///
/// An instruction of several blocks, `4x4x4_16b`, has as many products `C += A B` of small matrices. Its `A` is that of
/// all blocks, one below the other, and so is its `B`. Its `C` has the blocks on the diagonal; no thread has another
/// element. Modifiers that permute or repeat blocks (`cbsz`, `abid`, `blgp`) are 0.
///
/// Sparse instructions (`v_smfmac`) are not here. Neither are those of CDNA4 for elements of 4, 6 and 8 bits
/// (`f8f6f4`), which the calculator does not have.
#[rustfmt::skip] // A table has a line for each row.
pub static MFMA: &[Mma] = &[
    // CDNA3. CDNA1 and CDNA2 have those that their spelling, `v_mfma_f32_32x32x8f16`, names.
    mfma("v_mfma_f64_16x16x4_f64", CDNA3, [16, 16, 4], "(64,1):(1,0)", C_16X16_F64),
    mfma("v_mfma_f64_4x4x4_4b_f64", CDNA3, [16, 16, 4], "(64,1):(1,0)", C_4_OF_4X4_F64),
    mfma("v_mfma_f32_32x32x4_xf32", CDNA3, [32, 32, 4], "((32,2),2):((1,64),32)", C_32X32),
    mfma("v_mfma_f32_16x16x8_xf32", CDNA3, [16, 16, 8], "((16,4),2):((1,32),16)", C_16X16),
    mfma("v_mfma_f32_32x32x2_f32", CDNA3, [32, 32, 2], "(64,1):(1,0)", C_32X32),
    mfma("v_mfma_f32_16x16x4_f32", CDNA3, [16, 16, 4], "(64,1):(1,0)", C_16X16),
    mfma("v_mfma_f32_32x32x1_2b_f32", CDNA3, [64, 64, 1], "(64,1):(1,0)", C_2_OF_32X32),
    mfma("v_mfma_f32_16x16x1_4b_f32", CDNA3, [64, 64, 1], "(64,1):(1,0)", C_4_OF_16X16),
    mfma("v_mfma_f32_4x4x1_16b_f32", CDNA3, [64, 64, 1], "(64,1):(1,0)", C_16_OF_4X4),
    mfma("v_mfma_f32_32x32x8_f16", CDNA3, [32, 32, 8], "((32,2),4):((1,128),32)", C_32X32),
    mfma("v_mfma_f32_16x16x16_f16", CDNA3, [16, 16, 16], "((16,4),4):((1,64),16)", C_16X16),
    mfma("v_mfma_f32_32x32x4_2b_f16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_2_OF_32X32),
    mfma("v_mfma_f32_16x16x4_4b_f16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_4_OF_16X16),
    mfma("v_mfma_f32_4x4x4_16b_f16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_16_OF_4X4),
    mfma("v_mfma_f32_32x32x8_bf16", CDNA3, [32, 32, 8], "((32,2),4):((1,128),32)", C_32X32),
    mfma("v_mfma_f32_16x16x16_bf16", CDNA3, [16, 16, 16], "((16,4),4):((1,64),16)", C_16X16),
    mfma("v_mfma_f32_32x32x4_2b_bf16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_2_OF_32X32),
    mfma("v_mfma_f32_16x16x4_4b_bf16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_4_OF_16X16),
    mfma("v_mfma_f32_4x4x4_16b_bf16", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_16_OF_4X4),
    mfma("v_mfma_i32_32x32x16_i8", CDNA3, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_i32_16x16x32_i8", CDNA3, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_i32_32x32x4_2b_i8", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_2_OF_32X32),
    mfma("v_mfma_i32_16x16x4_4b_i8", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_4_OF_16X16),
    mfma("v_mfma_i32_4x4x4_16b_i8", CDNA3, [64, 64, 4], "(64,4):(1,64)", C_16_OF_4X4),
    mfma("v_mfma_f32_32x32x16_bf8_bf8", CDNA3, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_32x32x16_bf8_fp8", CDNA3, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_32x32x16_fp8_bf8", CDNA3, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_32x32x16_fp8_fp8", CDNA3, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_16x16x32_bf8_bf8", CDNA3, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_f32_16x16x32_bf8_fp8", CDNA3, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_f32_16x16x32_fp8_bf8", CDNA3, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_f32_16x16x32_fp8_fp8", CDNA3, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    // CDNA1 and CDNA2 only.
    mfma("v_mfma_f32_32x32x4bf16", CDNA1, [32, 32, 4], "((32,2),2):((1,64),32)", C_32X32),
    mfma("v_mfma_f32_16x16x8bf16", CDNA1, [16, 16, 8], "((16,4),2):((1,32),16)", C_16X16),
    mfma("v_mfma_f32_32x32x2bf16", CDNA1, [64, 64, 2], "(64,2):(1,64)", C_2_OF_32X32),
    mfma("v_mfma_f32_16x16x2bf16", CDNA1, [64, 64, 2], "(64,2):(1,64)", C_4_OF_16X16),
    mfma("v_mfma_f32_4x4x2bf16", CDNA1, [64, 64, 2], "(64,2):(1,64)", C_16_OF_4X4),
    mfma("v_mfma_i32_32x32x8i8", CDNA1, [32, 32, 8], "((32,2),4):((1,128),32)", C_32X32),
    mfma("v_mfma_i32_16x16x16i8", CDNA1, [16, 16, 16], "((16,4),4):((1,64),16)", C_16X16),
    // CDNA4.
    mfma("v_mfma_f32_32x32x16_f16", CDNA4, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_16x16x32_f16", CDNA4, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_f32_32x32x16_bf16", CDNA4, [32, 32, 16], "((32,2),8):((1,256),32)", C_32X32),
    mfma("v_mfma_f32_16x16x32_bf16", CDNA4, [16, 16, 32], "((16,4),8):((1,128),16)", C_16X16),
    mfma("v_mfma_i32_32x32x32_i8", CDNA4, [32, 32, 32], "((32,2),16):((1,512),32)", C_32X32),
    mfma("v_mfma_i32_16x16x64_i8", CDNA4, [16, 16, 64], "((16,4),16):((1,256),16)", C_16X16),
];
