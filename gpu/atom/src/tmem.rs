//! `tcgen05.ld` and `tcgen05.st`: copies between tensor memory and the registers of four warps.

use core::marker::PhantomData;
use core::ops::Mul;

use frunk_core::HList;
use tilework::algebra::atom::{self, TMEM};
use typenum::{Prod, U0, U1, U2, U4, U8, U16, U32, U64, U128, U65536, Unsigned};

use super::{Tmem, tmem_row};
use tilework::internal::{AnyLayout, Known, Layout, Static};

/// The numbers of repeats of a shape: powers of 2, up to its limit `Most`.
pub trait TmemRepeats<Most>: Unsigned + Copy {}
macro_rules! repeats {
    ($most:ident: $($repeats:ident)*) => {$( impl TmemRepeats<$most> for $repeats {} )*};
}
repeats!(U32: U1 U2 U4 U8 U16 U32);
repeats!(U64: U1 U2 U4 U8 U16 U32 U64);
repeats!(U128: U1 U2 U4 U8 U16 U32 U64 U128);

/// `N` lanes, with a distance of `L` addresses.
type Lanes<N, L> = Static<Prod<N, L>>;

macro_rules! tcgen05 {
    ($(
        $instruction:literal $name:ident $columns:ident
        lanes $lanes:ty, $lane_strides:ty; threads $threads:ty, $thread_strides:ty;
        registers $registers:ty, $register_strides:ty; repeats $most:ident;
    )*) => {$(
        #[doc = concat!("`", $instruction, "`, `Repeats` times along the columns, of addresses by which lanes are")]
        /// `L` apart. [`Tmem`](tilework::algebra::atom::Tmem) describes addresses.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<Repeats, L = U65536>(PhantomData<(Repeats, L)>);
        impl<Repeats, L> $name<Repeats, L> {
            /// The instruction.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<Repeats: TmemRepeats<$most>, L: Unsigned + Copy> Tmem for $name<Repeats, L>
        where
            $columns: Mul<Repeats>,
            U8: Mul<L>,
            U32: Mul<L>,
            Layout<
                HList![Static<Prod<$columns, Repeats>>, $lanes],
                HList![Static<U1>, $lane_strides],
            >: AnyLayout + Known,
            Layout<
                HList![$threads, HList![$registers, Static<Repeats>]],
                HList![$thread_strides, HList![$register_strides, Static<$columns>]],
            >: AnyLayout + Known,
        {
            const VALUE: &'static atom::Tmem =
                &atom::Tmem { lane: L::I64, ..*tmem_row(TMEM, $instruction) };
            const REPEATS: i64 = Repeats::I64;
            type Addresses = Layout<
                HList![Static<Prod<$columns, Repeats>>, $lanes],
                HList![Static<U1>, $lane_strides],
            >;
            type ThreadValue = Layout<
                HList![$threads, HList![$registers, Static<Repeats>]],
                HList![$thread_strides, HList![$register_strides, Static<$columns>]],
            >;
        }
    )*};
}
tcgen05! {
    "tcgen05.32x32b" Tcgen05_32x32b U1
        lanes Static<U128>, Static<L>; threads Static<U128>, Static<L>; registers Static<U1>, Static<U0>;
        repeats U128;
    "tcgen05.16x64b" Tcgen05_16x64b U2
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U2>, Static<U2>, Static<U8>, Static<U4>],
            HList![Lanes<U8, L>, Static<U1>, Static<L>, Lanes<U32, L>];
        registers Static<U1>, Static<U0>;
        repeats U128;
    "tcgen05.16x128b" Tcgen05_16x128b U4
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U4>, Static<U8>, Static<U4>], HList![Static<U1>, Static<L>, Lanes<U32, L>];
        registers Static<U2>, Lanes<U8, L>;
        repeats U64;
    "tcgen05.16x256b" Tcgen05_16x256b U8
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U4>, Static<U8>, Static<U4>], HList![Static<U2>, Static<L>, Lanes<U32, L>];
        registers HList![Static<U2>, Static<U2>], HList![Static<U1>, Lanes<U8, L>];
        repeats U32;
    "tcgen05.32x32b.pack::16b" Tcgen05_32x32bPack16b U2
        lanes Static<U128>, Static<L>; threads Static<U128>, Static<L>; registers Static<U2>, Static<U1>;
        repeats U128;
    "tcgen05.16x64b.pack::16b" Tcgen05_16x64bPack16b U4
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U2>, Static<U2>, Static<U8>, Static<U4>],
            HList![Lanes<U8, L>, Static<U2>, Static<L>, Lanes<U32, L>];
        registers Static<U2>, Static<U1>;
        repeats U128;
    "tcgen05.16x128b.pack::16b" Tcgen05_16x128bPack16b U8
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U4>, Static<U8>, Static<U4>], HList![Static<U2>, Static<L>, Lanes<U32, L>];
        registers HList![Static<U2>, Static<U2>], HList![Static<U1>, Lanes<U8, L>];
        repeats U64;
    "tcgen05.16x256b.pack::16b" Tcgen05_16x256bPack16b U16
        lanes HList![Static<U16>, Static<U4>], HList![Static<L>, Lanes<U32, L>];
        threads HList![Static<U4>, Static<U8>, Static<U4>], HList![Static<U4>, Static<L>, Lanes<U32, L>];
        registers HList![Static<U4>, Static<U2>], HList![Static<U1>, Lanes<U8, L>];
        repeats U32;
}

/// The columns, the columns of each half, and the lanes.
type HalvesAddresses<Columns, Offset, L> = Layout<
    HList![HList![Static<Columns>, Static<U2>], HList![Static<U16>, Static<U4>]],
    HList![HList![Static<U1>, Static<Offset>], HList![Static<L>, Lanes<U32, L>]],
>;
/// The threads of each half, and `Values` adjacent values in each repeat.
type HalvesThreads<Values, ValueStride, Repeats, Columns, Offset, L> = Layout<
    HList![HList![Static<U16>, Static<U2>, Static<U4>], HList![Static<Values>, Static<Repeats>]],
    HList![
        HList![Static<L>, Static<Offset>, Lanes<U32, L>],
        HList![Static<ValueStride>, Static<Columns>]
    ],
>;
macro_rules! halves {
    ($($instruction:literal $name:ident $offset:ty, $columns:ident $values:ident $stride:ident;)*) => {$(
        #[doc = concat!("`", $instruction, "`, `Repeats` times along the columns, twice: by half the threads of each")]
        /// warp, and by the others in the same lanes, `Offset` columns further. `Offset` is PTX's `immHalfSplitoff`. By
        /// default, as in CuTe, these columns follow those of the first half. Addresses are those of
        /// [`Tcgen05_32x32b`].
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<Repeats, Offset = $offset, L = U65536>(PhantomData<(Repeats, Offset, L)>);
        impl<Repeats, Offset, L> $name<Repeats, Offset, L> {
            /// The instruction.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<Repeats: TmemRepeats<U128>, Offset: Copy, L: Unsigned + Copy> Tmem for $name<Repeats, Offset, L>
        where
            $columns: Mul<Repeats>,
            U32: Mul<L>,
            HalvesAddresses<Prod<$columns, Repeats>, Offset, L>: AnyLayout + Known,
            HalvesThreads<$values, $stride, Repeats, $columns, Offset, L>: AnyLayout + Known,
        {
            const VALUE: &'static atom::Tmem =
                &atom::Tmem { lane: L::I64, ..*tmem_row(TMEM, $instruction) };
            const REPEATS: i64 = Repeats::I64;
            type Addresses = HalvesAddresses<Prod<$columns, Repeats>, Offset, L>;
            type ThreadValue = HalvesThreads<$values, $stride, Repeats, $columns, Offset, L>;
        }
    )*};
}
halves! {
    "tcgen05.16x32bx2" Tcgen05_16x32bx2 Repeats, U1 U1 U0;
    "tcgen05.16x32bx2.pack::16b" Tcgen05_16x32bx2Pack16b Prod<Repeats, U2>, U2 U2 U1;
}
