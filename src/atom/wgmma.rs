//! `wgmma`: multiplications by four warps, with accumulators, and perhaps `A`, in registers.

use tilework_algebra::atom::{self, WGMMA_A, WGMMA_ACCUMULATORS};
use typenum::{U8, U16, U24, U32, U48, U64, U80, U96, U128, U160, U192, U224, U256};

use super::{Fragment, row};
use crate::Layout;
use crate::leaf::int::Static;

macro_rules! wgmma {
    ($($instruction:literal $name:ident $columns:ident $layout:tt in $table:ident;)*) => {$(
        #[doc = concat!("`", $instruction, "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        impl Fragment for $name {
            const VALUE: &'static atom::Fragment = &$table[row!($table, $instruction)];
            type Rows = Static<U64>;
            type Columns = Static<$columns>;
            type Layout = Layout!$layout;
        }
    )*};
}
wgmma! {
    "wgmma.m64n8.d" WgmmaM64N8D U8 (((4,8,4),(2,2,1)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n16.d" WgmmaM64N16D U16 (((4,8,4),(2,2,2)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n24.d" WgmmaM64N24D U24 (((4,8,4),(2,2,3)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n32.d" WgmmaM64N32D U32 (((4,8,4),(2,2,4)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n48.d" WgmmaM64N48D U48 (((4,8,4),(2,2,6)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n64.d" WgmmaM64N64D U64 (((4,8,4),(2,2,8)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n80.d" WgmmaM64N80D U80 (((4,8,4),(2,2,10)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n96.d" WgmmaM64N96D U96 (((4,8,4),(2,2,12)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n128.d" WgmmaM64N128D U128 (((4,8,4),(2,2,16)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n160.d" WgmmaM64N160D U160 (((4,8,4),(2,2,20)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n192.d" WgmmaM64N192D U192 (((4,8,4),(2,2,24)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n224.d" WgmmaM64N224D U224 (((4,8,4),(2,2,28)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64n256.d" WgmmaM64N256D U256 (((4,8,4),(2,2,32)):((128,1,16),(64,8,512))) in WGMMA_ACCUMULATORS;
    "wgmma.m64k8.tf32.a" WgmmaM64K8Tf32A U8 (((4,8,4),(2,2)):((64,1,16),(8,256))) in WGMMA_A;
    "wgmma.m64k16.f16.a" WgmmaM64K16F16A U16 (((4,8,4),(2,2,2)):((128,1,16),(64,8,512))) in WGMMA_A;
    "wgmma.m64k32.s8.a" WgmmaM64K32S8A U32 (((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))) in WGMMA_A;
}
