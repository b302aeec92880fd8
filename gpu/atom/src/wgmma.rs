//! `wgmma`: multiplications by four warps, with `B`, and possibly `A`, in shared memory.

use core::marker::PhantomData;

use frunk_core::HList;
use tilework::algebra::atom::{self, WGMMA, WGMMA_A, WGMMA_ACCUMULATORS, WGMMA_SHARED};
use typenum::*;

use super::{Fragment, Mma, SharedTile, ends_with, fragment_row, shared_tile_row};
use tilework::Layout;
use tilework::internal::Layout as Strided;
use tilework::internal::{Known, Leaf, Static, Swizzle};

/// The columns `N` of multiplications and accumulators: multiples of 8, up to 256.
pub trait WgmmaColumns: Unsigned + 'static {
    /// The number of repeats of 8 columns.
    type Eighths: Unsigned;
}
/// The columns `N` of multiplications of integers: 8, 24 and the multiples of 16 up to 256.
pub trait WgmmaIntegerColumns: WgmmaColumns {}
macro_rules! columns {
    ($($n:ident $eighths:ident,)*) => {$(
        impl WgmmaColumns for $n {
            type Eighths = $eighths;
        }
    )*};
}
columns! {
    U8 U1, U16 U2, U24 U3, U32 U4, U40 U5, U48 U6, U56 U7, U64 U8, U72 U9, U80 U10, U88 U11, U96 U12,
    U104 U13, U112 U14, U120 U15, U128 U16, U136 U17, U144 U18, U152 U19, U160 U20, U168 U21, U176 U22,
    U184 U23, U192 U24, U200 U25, U208 U26, U216 U27, U224 U28, U232 U29, U240 U30, U248 U31, U256 U32,
}
macro_rules! integer_columns {
    ($($n:ident)*) => {$( impl WgmmaIntegerColumns for $n {} )*};
}
integer_columns!(U8 U16 U24 U32 U48 U64 U80 U96 U112 U128 U144 U160 U176 U192 U208 U224 U240 U256);

/// The row of the table with the given number of columns, and with a name that ends in `end`.
const fn multiplication(columns: i64, end: &str) -> &'static atom::Mma {
    let mut row = 0;
    while WGMMA[row].shape[1] != columns || !ends_with(WGMMA[row].name, end) {
        row += 1;
    }
    &WGMMA[row]
}

/// The accumulators of 8 columns, repeated.
type Accumulators<Eighths> = Strided<
    HList![
        HList![Static<U4>, Static<U8>, Static<U4>],
        HList![Static<U2>, Static<U2>, Static<Eighths>]
    ],
    HList![
        HList![Static<U128>, Static<U1>, Static<U16>],
        HList![Static<U64>, Static<U8>, Static<U512>]
    ],
>;

/// `wgmma.m64nN.d`: the accumulators of `N` columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct WgmmaM64D<N>(PhantomData<N>);
impl<N> WgmmaM64D<N> {
    /// The accumulators.
    pub const fn new() -> Self {
        WgmmaM64D(PhantomData)
    }
}
#[diagnostic::do_not_recommend]
impl<N: WgmmaColumns + Copy> Fragment for WgmmaM64D<N>
where
    Static<N>: Leaf + Known,
{
    const VALUE: &'static atom::Fragment = &WGMMA_ACCUMULATORS[N::Eighths::USIZE - 1];
    type Rows = Static<U64>;
    type Columns = Static<N>;
    type Layout = Accumulators<N::Eighths>;
}

macro_rules! operands {
    ($($instruction:literal $name:ident $columns:ident $layout:tt;)*) => {$(
        #[doc = concat!("`", $instruction, "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        #[diagnostic::do_not_recommend]
        impl Fragment for $name {
            const VALUE: &'static atom::Fragment = fragment_row(WGMMA_A, $instruction);
            type Rows = Static<U64>;
            type Columns = Static<$columns>;
            type Layout = Layout!$layout;
        }
    )*};
}
operands! {
    "wgmma.m64k8.tf32.a" WgmmaM64K8Tf32A U8 (((4,8,4),(2,2)):((64,1,16),(8,256)));
    "wgmma.m64k16.f16.a" WgmmaM64K16F16A U16 (((4,8,4),(2,2,2)):((128,1,16),(64,8,512)));
    "wgmma.m64k32.s8.a" WgmmaM64K32S8A U32 (((4,8,4),(4,2,2)):((256,1,16),(64,8,1024)));
}

/// A tile in shared memory. Each of the 128 threads has all of it.
type Whole<X, Y> = Strided<
    HList![Static<U128>, HList![Static<X>, Static<Y>]],
    HList![Static<U0>, HList![Static<U1>, Static<X>]],
>;

macro_rules! multiplications {
    ($($name:ident $columns:ident $k:ident $kind:literal $a:ty, $operands:literal;)*) => {$(
        #[doc = concat!("`wgmma.m64nNk", $kind, "`, with ", $operands, " in shared memory.")]
        ///
        #[doc = concat!("The number of columns `N` is one of [`", stringify!($columns), "`].")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<N>(PhantomData<N>);
        impl<N> $name<N> {
            /// The instruction.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<N: $columns + Copy> Mma for $name<N>
        where
            Static<N>: Leaf + Known,
        {
            const VALUE: &'static atom::Mma = multiplication(N::I64, concat!("k", $kind));
            type Threads = Static<U128>;
            type M = Static<U64>;
            type N = Static<N>;
            type K = Static<$k>;
            type A = $a;
            type B = Whole<N, $k>;
            type C = Accumulators<N::Eighths>;
        }
    )*};
}
multiplications! {
    WgmmaM64K16F16Ss WgmmaColumns U16 "16.f16.ss" Whole<U64, U16>, "`A` and `B`";
    WgmmaM64K16Bf16Ss WgmmaColumns U16 "16.bf16.ss" Whole<U64, U16>, "`A` and `B`";
    WgmmaM64K8Tf32Ss WgmmaColumns U8 "8.tf32.ss" Whole<U64, U8>, "`A` and `B`";
    WgmmaM64K32E4m3Ss WgmmaColumns U32 "32.e4m3.ss" Whole<U64, U32>, "`A` and `B`";
    WgmmaM64K32E5m2Ss WgmmaColumns U32 "32.e5m2.ss" Whole<U64, U32>, "`A` and `B`";
    WgmmaM64K32S8Ss WgmmaIntegerColumns U32 "32.s8.ss" Whole<U64, U32>, "`A` and `B`";
    WgmmaM64K32U8Ss WgmmaIntegerColumns U32 "32.u8.ss" Whole<U64, U32>, "`A` and `B`";
    WgmmaM64K16F16Rs WgmmaColumns U16 "16.f16.rs" <WgmmaM64K16F16A as Fragment>::Layout, "`B`";
    WgmmaM64K16Bf16Rs WgmmaColumns U16 "16.bf16.rs" <WgmmaM64K16F16A as Fragment>::Layout, "`B`";
    WgmmaM64K8Tf32Rs WgmmaColumns U8 "8.tf32.rs" <WgmmaM64K8Tf32A as Fragment>::Layout, "`B`";
    WgmmaM64K32E4m3Rs WgmmaColumns U32 "32.e4m3.rs" <WgmmaM64K32S8A as Fragment>::Layout, "`B`";
    WgmmaM64K32E5m2Rs WgmmaColumns U32 "32.e5m2.rs" <WgmmaM64K32S8A as Fragment>::Layout, "`B`";
    WgmmaM64K32S8Rs WgmmaIntegerColumns U32 "32.s8.rs" <WgmmaM64K32S8A as Fragment>::Layout, "`B`";
    WgmmaM64K32U8Rs WgmmaIntegerColumns U32 "32.u8.rs" <WgmmaM64K32S8A as Fragment>::Layout, "`B`";
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
            const VALUE: &'static atom::SharedTile = shared_tile_row(WGMMA_SHARED, $instruction);
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
