//! `wgmma`: multiplications by four warps, with `B`, and perhaps `A`, in shared memory.

use core::marker::PhantomData;

use frunk_core::HList;
use tilework_algebra::atom::{self, WGMMA, WGMMA_A, WGMMA_ACCUMULATORS, WGMMA_SHARED};
use typenum::{
    P3, U0, U1, U2, U3, U4, U8, U16, U24, U32, U48, U64, U80, U96, U128, U160, U192, U224, U256,
};

use super::{Fragment, Mma, SharedTile, row};
use crate::Layout;
use crate::layout::Layout as Strided;
use crate::layout::swizzle::Swizzle;
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

/// A tile that each of the 128 threads has as a whole: one in shared memory.
type Whole<X, Y> = Strided<
    HList![Static<U128>, HList![Static<X>, Static<Y>]],
    HList![Static<U0>, HList![Static<U1>, Static<X>]],
>;

macro_rules! multiplications {
    ($($name:ident $k:ident $shape:literal $a:ty, $operands:literal;)*) => {$(
        #[doc = concat!("`wgmma.m64nNk", $shape, "`, with ", $operands, " in shared memory.")]
        ///
        /// The number of columns `N` is one of those that there are accumulators of, such as
        /// [`WgmmaM64N256D`].
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<N>(PhantomData<N>);
        impl<N> $name<N> {
            /// The instruction.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        multiplications! { $name $k $shape $a:
            U8 "8" WgmmaM64N8D, U16 "16" WgmmaM64N16D, U24 "24" WgmmaM64N24D,
            U32 "32" WgmmaM64N32D, U48 "48" WgmmaM64N48D, U64 "64" WgmmaM64N64D,
            U80 "80" WgmmaM64N80D, U96 "96" WgmmaM64N96D, U128 "128" WgmmaM64N128D,
            U160 "160" WgmmaM64N160D, U192 "192" WgmmaM64N192D, U224 "224" WgmmaM64N224D,
            U256 "256" WgmmaM64N256D,
        }
    )*};
    ($name:ident $k:ident $shape:literal $a:ty: $($n:ident $columns:literal $d:ident,)*) => {$(
        impl Mma for $name<$n> {
            const VALUE: &'static atom::Mma =
                &WGMMA[row!(WGMMA, concat!("wgmma.m64n", $columns, "k", $shape))];
            type Threads = Static<U128>;
            type M = Static<U64>;
            type N = Static<$n>;
            type K = Static<$k>;
            type A = $a;
            type B = Whole<$n, $k>;
            type C = <$d as Fragment>::Layout;
        }
    )*};
}
multiplications! {
    WgmmaM64K16F16Ss U16 "16.f16.ss" Whole<U64, U16>, "`A` and `B`";
    WgmmaM64K16Bf16Ss U16 "16.bf16.ss" Whole<U64, U16>, "`A` and `B`";
    WgmmaM64K8Tf32Ss U8 "8.tf32.ss" Whole<U64, U8>, "`A` and `B`";
    WgmmaM64K32S8Ss U32 "32.s8.ss" Whole<U64, U32>, "`A` and `B`";
    WgmmaM64K16F16Rs U16 "16.f16.rs" <WgmmaM64K16F16A as Fragment>::Layout, "`B`";
    WgmmaM64K16Bf16Rs U16 "16.bf16.rs" <WgmmaM64K16F16A as Fragment>::Layout, "`B`";
    WgmmaM64K8Tf32Rs U8 "8.tf32.rs" <WgmmaM64K8Tf32A as Fragment>::Layout, "`B`";
    WgmmaM64K32S8Rs U32 "32.s8.rs" <WgmmaM64K32S8A as Fragment>::Layout, "`B`";
}

macro_rules! shared {
    ($($instruction:literal $name:ident $bits:ident: $($width:ident $base:ident $layout:tt,)*;)*) => {$(
        #[doc = concat!("`", $instruction, "`, of elements of so many bits.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<Bits>(PhantomData<Bits>);
        impl<Bits> $name<Bits> {
            /// The tile.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        $(impl SharedTile for $name<$width> {
            const VALUE: &'static atom::SharedTile = &WGMMA_SHARED[row!(WGMMA_SHARED, $instruction)];
            type Swizzle = Swizzle<$bits, $base, P3>;
            type Layout = Layout!$layout;
        })*
    )*};
}
shared! {
    "wgmma.k.none" WgmmaKNone U0: U8 U0 ((8,16):(16,1)), U16 U0 ((8,8):(8,1)), U32 U0 ((8,4):(4,1)),;
    "wgmma.k.32b" WgmmaK32B U1:
        U8 U4 ((8,32):(32,1)), U16 U3 ((8,16):(16,1)), U32 U2 ((8,8):(8,1)),;
    "wgmma.k.64b" WgmmaK64B U2:
        U8 U4 ((8,64):(64,1)), U16 U3 ((8,32):(32,1)), U32 U2 ((8,16):(16,1)),;
    "wgmma.k.128b" WgmmaK128B U3:
        U8 U4 ((8,128):(128,1)), U16 U3 ((8,64):(64,1)), U32 U2 ((8,32):(32,1)),;
    "wgmma.mn.none" WgmmaMnNone U0: U16 U0 ((8,8):(1,8)),;
    "wgmma.mn.32b" WgmmaMn32B U1: U16 U3 ((16,8):(1,16)),;
    "wgmma.mn.64b" WgmmaMn64B U2: U16 U3 ((32,8):(1,32)),;
    "wgmma.mn.128b" WgmmaMn128B U3: U16 U3 ((64,8):(1,64)),;
}
