//! `dpas`: multiplications by a subgroup on the matrix engines (XMX) of Intel's Xe, with all operands in registers.

use super::Mma;

const SOURCE: &str = "OpenCL extension cl_intel_subgroup_matrix_multiply_accumulate";
/// TF32 is not in the extension of OpenCL.
const TF32: &str =
    "SYCL*TLA (intel/sycl-tla), MMA_Traits of XE_8x16x8_F32TF32TF32F32_TT and the like";

/// The multiplications of `M` rows of `A`. A work item has one column of `C`, and one of `B` with pairs, quadruples or
/// octuples along `K` in its words (VNNI). Each row of `A` is spread over the work items.
macro_rules! multiplication {
    ($m:literal x $n:literal x $k:literal $kind:literal, $source:ident, $a:expr) => {
        Mma {
            name: concat!("dpas.m", $m, "n", $n, "k", $k, ".", $kind),
            source: $source,
            shape: [$m, $n, $k],
            a: $a,
            b: concat!("(", $n, ",", $k, "):(1,", $n, ")"),
            c: concat!("(", $n, ",", $m, "):(", $m, ",1)"),
        }
    };
}
/// Rows: `M`, and `M` times the elements of a row that a work item has, 2, 4 and 8.
macro_rules! multiplications {
    ($($m:literal $by2:literal $by4:literal $by8:literal),*) => {
        /// Multiplications by the work items of a subgroup: 8 on Xe-HPG, `N = 8`, and 16 on Xe-HPC and later,
        /// `N = 16`. The name has the extents and the type of `A` and `B`. The extension of OpenCL has `M` of 1, 2, 4
        /// and 8. `A` and `B` may have different types of the same width. Accumulators have 32 bits, or 16 for
        /// elements of 16 bits on Xe-HPC; the layouts are the same.
        ///
        /// SYCL\*TLA's names, `XE_8x16x16_F32BF16BF16F32_TT` and `XE_DPAS_TT<8, float, bfloat16_t>`, are read by
        /// [`of_cute`](super::of_cute()). Its `XE_DPAS_TT` numbers the 16-bit or 8-bit parts of registers across work
        /// items; the bits of the registers are the same.
        pub static XMX: &[Mma] = &[$(
            multiplication!($m x 16 x 16 "f16", SOURCE, concat!("(16,", $m, "):(", $m, ",1)")),
            multiplication!($m x 16 x 16 "bf16", SOURCE, concat!("(16,", $m, "):(", $m, ",1)")),
            multiplication!($m x 16 x 32 "s8", SOURCE, concat!("(16,(2,", $m, ")):(", $by2, ",(", $m, ",1))")),
            multiplication!($m x 16 x 32 "u8", SOURCE, concat!("(16,(2,", $m, ")):(", $by2, ",(", $m, ",1))")),
            multiplication!($m x 16 x 64 "s4", SOURCE, concat!("(16,(4,", $m, ")):(", $by4, ",(", $m, ",1))")),
            multiplication!($m x 16 x 64 "u4", SOURCE, concat!("(16,(4,", $m, ")):(", $by4, ",(", $m, ",1))")),
            multiplication!($m x 8 x 16 "f16", SOURCE, concat!("(8,(2,", $m, ")):(", $by2, ",(", $m, ",1))")),
            multiplication!($m x 8 x 16 "bf16", SOURCE, concat!("(8,(2,", $m, ")):(", $by2, ",(", $m, ",1))")),
            multiplication!($m x 8 x 32 "s8", SOURCE, concat!("(8,(4,", $m, ")):(", $by4, ",(", $m, ",1))")),
            multiplication!($m x 8 x 32 "u8", SOURCE, concat!("(8,(4,", $m, ")):(", $by4, ",(", $m, ",1))")),
            multiplication!($m x 8 x 64 "s4", SOURCE, concat!("(8,(8,", $m, ")):(", $by8, ",(", $m, ",1))")),
            multiplication!($m x 8 x 64 "u4", SOURCE, concat!("(8,(8,", $m, ")):(", $by8, ",(", $m, ",1))")),
        )*
            multiplication!(8 x 16 x 8 "tf32", TF32, "((8,2),4):((8,1),2)"),
            multiplication!(4 x 16 x 8 "tf32", TF32, "((8,2),2):((4,1),2)"),
            multiplication!(2 x 16 x 8 "tf32", TF32, "((8,2),1):((2,1),0)"),
            multiplication!(1 x 16 x 8 "tf32", TF32, "((8,2),1):((1,0),0)"),
        ];
    };
}
multiplications!(1 2 4 8, 2 4 8 16, 4 8 16 32, 8 16 32 64);
