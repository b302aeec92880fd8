//! `mma.sync`: multiplications by one warp, with all operands in registers.

use tilework::algebra::atom::{self, MMA_SYNC};
use typenum::{U4, U8, U16, U32, U64, U128, U256};

use super::{Mma, mma_row};
use tilework::Layout;
use tilework::internal::Static;

/// The accumulators of 8 rows and 8 columns.
type Rows8 = Layout!(((4,8),2):((16,1),8));
/// The accumulators of 16 rows and 8 columns.
type Rows16 = Layout!(((4,8),(2,2)):((32,1),(16,8)));

// Instructions of one size and width are in one row: all have the operands of the first one.
macro_rules! mma_sync {
    ($($m:ident $n:ident $k:ident $a:tt $b:tt $c:ident: $first:literal $name:ident $(, $other:literal $like:ident)*;)*) => {$(
        instruction!($first $name $m $n $k Layout!$a, Layout!$b, $c);
        $(instruction!($other $like $m $n $k <$name as Mma>::A, <$name as Mma>::B, $c);)*
    )*};
}
macro_rules! instruction {
    ($instruction:literal $name:ident $m:ident $n:ident $k:ident $a:ty, $b:ty, $c:ident) => {
        #[doc = concat!("`", $instruction, "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        #[diagnostic::do_not_recommend]
        impl Mma for $name {
            const VALUE: &'static atom::Mma = mma_row(MMA_SYNC, $instruction);
            type Threads = Static<U32>;
            type M = Static<$m>;
            type N = Static<$n>;
            type K = Static<$k>;
            type A = $a;
            type B = $b;
            type C = $c;
        }
    };
}
mma_sync! {
    U8 U8 U4 (((4,8),1):((8,1),0)) (((4,8),1):((8,1),0)) Rows8:
        "mma.sync.m8n8k4.f64" MmaSyncM8N8K4F64;
    U16 U8 U4 (((4,8),2):((16,1),8)) (((4,8),1):((8,1),0)) Rows16:
        "mma.sync.m16n8k4.f64" MmaSyncM16N8K4F64, "mma.sync.m16n8k4.tf32" MmaSyncM16N8K4Tf32;
    U16 U8 U8 (((4,8),(2,2)):((16,1),(8,64))) (((4,8),2):((8,1),32)) Rows16:
        "mma.sync.m16n8k8.f64" MmaSyncM16N8K8F64, "mma.sync.m16n8k8.tf32" MmaSyncM16N8K8Tf32;
    U16 U8 U16 (((4,8),(2,4)):((16,1),(8,64))) (((4,8),4):((8,1),32)) Rows16:
        "mma.sync.m16n8k16.f64" MmaSyncM16N8K16F64;
    U16 U8 U8 (((4,8),(2,2)):((32,1),(16,8))) (((4,8),2):((16,1),8)) Rows16:
        "mma.sync.m16n8k8.f16" MmaSyncM16N8K8F16, "mma.sync.m16n8k8.bf16" MmaSyncM16N8K8Bf16;
    U16 U8 U16 (((4,8),(2,2,2)):((32,1),(16,8,128))) (((4,8),(2,2)):((16,1),(8,64))) Rows16:
        "mma.sync.m16n8k16.f16" MmaSyncM16N8K16F16, "mma.sync.m16n8k16.bf16" MmaSyncM16N8K16Bf16;
    U16 U8 U16 (((4,8),(4,2)):((64,1),(16,8))) (((4,8),4):((32,1),8)) Rows16:
        "mma.sync.m16n8k16.s8" MmaSyncM16N8K16S8, "mma.sync.m16n8k16.u8" MmaSyncM16N8K16U8, "mma.sync.m16n8k16.e4m3" MmaSyncM16N8K16E4m3, "mma.sync.m16n8k16.e5m2" MmaSyncM16N8K16E5m2;
    U16 U8 U32 (((4,8),(4,2,2)):((64,1),(16,8,256))) (((4,8),(4,2)):((32,1),(8,128))) Rows16:
        "mma.sync.m16n8k32.s8" MmaSyncM16N8K32S8, "mma.sync.m16n8k32.u8" MmaSyncM16N8K32U8, "mma.sync.m16n8k32.e4m3" MmaSyncM16N8K32E4m3, "mma.sync.m16n8k32.e5m2" MmaSyncM16N8K32E5m2;
    U8 U8 U16 (((4,8),4):((32,1),8)) (((4,8),4):((32,1),8)) Rows8:
        "mma.sync.m8n8k16.s8" MmaSyncM8N8K16S8, "mma.sync.m8n8k16.u8" MmaSyncM8N8K16U8;
    U8 U8 U32 (((4,8),8):((64,1),8)) (((4,8),8):((64,1),8)) Rows8:
        "mma.sync.m8n8k32.s4" MmaSyncM8N8K32S4;
    U16 U8 U32 (((4,8),(8,2)):((128,1),(16,8))) (((4,8),8):((64,1),8)) Rows16:
        "mma.sync.m16n8k32.s4" MmaSyncM16N8K32S4;
    U16 U8 U64 (((4,8),(8,2,2)):((128,1),(16,8,512))) (((4,8),(8,2)):((64,1),(8,256))) Rows16:
        "mma.sync.m16n8k64.s4" MmaSyncM16N8K64S4, "mma.sync.m16n8k64.e2m1" MmaSyncM16N8K64E2m1;
    U8 U8 U128 (((4,8),32):((256,1),8)) (((4,8),32):((256,1),8)) Rows8:
        "mma.sync.m8n8k128.b1" MmaSyncM8N8K128B1;
    U16 U8 U128 (((4,8),(32,2)):((512,1),(16,8))) (((4,8),32):((256,1),8)) Rows16:
        "mma.sync.m16n8k128.b1" MmaSyncM16N8K128B1;
    U16 U8 U256 (((4,8),(32,2,2)):((512,1),(16,8,2048))) (((4,8),(32,2)):((256,1),(8,1024))) Rows16:
        "mma.sync.m16n8k256.b1" MmaSyncM16N8K256B1;
}
