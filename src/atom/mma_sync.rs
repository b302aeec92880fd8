//! `mma.sync`: multiplications by one warp, with all operands in registers.

use tilework_algebra::atom::{self, MMA_SYNC};
use typenum::{U4, U8, U16, U32};

use super::{Mma, row};
use crate::Layout;
use crate::leaf::int::Static;

macro_rules! mma_sync {
    ($($instruction:literal $name:ident $m:ident $n:ident $k:ident $a:tt $b:tt $c:tt;)*) => {$(
        #[doc = concat!("`", $instruction, "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        impl Mma for $name {
            const VALUE: &'static atom::Mma = &MMA_SYNC[row!(MMA_SYNC, $instruction)];
            type Threads = Static<U32>;
            type M = Static<$m>;
            type N = Static<$n>;
            type K = Static<$k>;
            type A = Layout!$a;
            type B = Layout!$b;
            type C = Layout!$c;
        }
    )*};
}
mma_sync! {
    "mma.sync.m8n8k4.f64" MmaSyncM8N8K4F64 U8 U8 U4 (((4,8),1):((8,1),0)) (((4,8),1):((8,1),0)) (((4,8),2):((16,1),8));
    "mma.sync.m16n8k4.f64" MmaSyncM16N8K4F64 U16 U8 U4 (((4,8),2):((16,1),8)) (((4,8),1):((8,1),0)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k8.f64" MmaSyncM16N8K8F64 U16 U8 U8 (((4,8),(2,2)):((16,1),(8,64))) (((4,8),2):((8,1),32)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k16.f64" MmaSyncM16N8K16F64 U16 U8 U16 (((4,8),(2,4)):((16,1),(8,64))) (((4,8),4):((8,1),32)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k8.f16" MmaSyncM16N8K8F16 U16 U8 U8 (((4,8),(2,2)):((32,1),(16,8))) (((4,8),2):((16,1),8)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k8.bf16" MmaSyncM16N8K8Bf16 U16 U8 U8 (((4,8),(2,2)):((32,1),(16,8))) (((4,8),2):((16,1),8)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k16.f16" MmaSyncM16N8K16F16 U16 U8 U16 (((4,8),(2,2,2)):((32,1),(16,8,128))) (((4,8),(2,2)):((16,1),(8,64))) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k16.bf16" MmaSyncM16N8K16Bf16 U16 U8 U16 (((4,8),(2,2,2)):((32,1),(16,8,128))) (((4,8),(2,2)):((16,1),(8,64))) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k4.tf32" MmaSyncM16N8K4Tf32 U16 U8 U4 (((4,8),2):((16,1),8)) (((4,8),1):((8,1),0)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k8.tf32" MmaSyncM16N8K8Tf32 U16 U8 U8 (((4,8),(2,2)):((16,1),(8,64))) (((4,8),2):((8,1),32)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k16.s8" MmaSyncM16N8K16S8 U16 U8 U16 (((4,8),(4,2)):((64,1),(16,8))) (((4,8),4):((32,1),8)) (((4,8),(2,2)):((32,1),(16,8)));
    "mma.sync.m16n8k32.s8" MmaSyncM16N8K32S8 U16 U8 U32 (((4,8),(4,2,2)):((64,1),(16,8,256))) (((4,8),(4,2)):((32,1),(8,128))) (((4,8),(2,2)):((32,1),(16,8)));
}
