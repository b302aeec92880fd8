//! `mma.sync`: multiplications by one warp, with all operands in registers.

use super::Mma;

/// 4 threads a row with 2 columns each, and the same 8 rows below.
const C_16X8: &str = "((4,8),(2,2)):((32,1),(16,8))";

/// Multiplications by the 32 threads of a warp. The sources are sections of the PTX ISA, "Warp
/// Level Matrix Multiply-Accumulate Instructions", of which each defines row and column of each
/// register.
pub static MMA_SYNC: &[Mma] = &[
    Mma {
        name: "mma.sync.m8n8k4.f64",
        source: "PTX ISA, Matrix Fragments for mma.m8n8k4 with .f64 floating point type",
        shape: [8, 8, 4],
        a: "((4,8),1):((8,1),0)",
        b: "((4,8),1):((8,1),0)",
        c: "((4,8),2):((16,1),8)",
    },
    Mma {
        name: "mma.sync.m16n8k4.f64",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k4 with .f64 floating point type",
        shape: [16, 8, 4],
        a: "((4,8),2):((16,1),8)",
        b: "((4,8),1):((8,1),0)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k8.f64",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k8 with .f64 floating point type",
        shape: [16, 8, 8],
        a: "((4,8),(2,2)):((16,1),(8,64))",
        b: "((4,8),2):((8,1),32)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k16.f64",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k16 with .f64 floating point type",
        shape: [16, 8, 16],
        a: "((4,8),(2,4)):((16,1),(8,64))",
        b: "((4,8),4):((8,1),32)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k8.f16",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k8, .f16 and .bf16",
        shape: [16, 8, 8],
        a: "((4,8),(2,2)):((32,1),(16,8))",
        b: "((4,8),2):((16,1),8)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k8.bf16",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k8, .f16 and .bf16",
        shape: [16, 8, 8],
        a: "((4,8),(2,2)):((32,1),(16,8))",
        b: "((4,8),2):((16,1),8)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k16.f16",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k16 with floating point type, .f16 and .bf16",
        shape: [16, 8, 16],
        a: "((4,8),(2,2,2)):((32,1),(16,8,128))",
        b: "((4,8),(2,2)):((16,1),(8,64))",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k16.bf16",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k16 with floating point type, .f16 and .bf16",
        shape: [16, 8, 16],
        a: "((4,8),(2,2,2)):((32,1),(16,8,128))",
        b: "((4,8),(2,2)):((16,1),(8,64))",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k4.tf32",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k4",
        shape: [16, 8, 4],
        a: "((4,8),2):((16,1),8)",
        b: "((4,8),1):((8,1),0)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k8.tf32",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k8, .tf32",
        shape: [16, 8, 8],
        a: "((4,8),(2,2)):((16,1),(8,64))",
        b: "((4,8),2):((8,1),32)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k16.s8",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k16 with .u8 and .s8 integer type",
        shape: [16, 8, 16],
        a: "((4,8),(4,2)):((64,1),(16,8))",
        b: "((4,8),4):((32,1),8)",
        c: C_16X8,
    },
    Mma {
        name: "mma.sync.m16n8k32.s8",
        source: "PTX ISA, Matrix Fragments for mma.m16n8k32, .s8 and .u8",
        shape: [16, 8, 32],
        a: "((4,8),(4,2,2)):((64,1),(16,8,256))",
        b: "((4,8),(4,2)):((32,1),(8,128))",
        c: C_16X8,
    },
];
