//! `tcgen05.ld` and `tcgen05.st`: between tensor memory and the registers of four warps.

use core::marker::PhantomData;

use frunk_core::HList;
use tilework_algebra::atom::{self, TMEM};
use typenum::{Prod, U0, U1, U2, U4, U8, U16, U32, U64, U128, U16384, U524288, Unsigned};

use super::{Tmem, row};
use crate::Layout;
use crate::layout::{AnyLayout, Layout as Strided};
use crate::leaf::int::{Known, Leaf, Static};

type Shape<L> = <L as AnyLayout>::Shape;
type Stride<L> = <L as AnyLayout>::Stride;

macro_rules! tcgen05 {
    ($(
        $instruction:literal $name:ident $columns:ident
        lanes $lanes:tt threads $threads:tt registers $registers:tt: $($repeats:ident)*;
    )*) => {$(
        #[doc = concat!("`", $instruction, "`, `Repeats` times along the columns.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<Repeats>(PhantomData<Repeats>);
        impl<Repeats> $name<Repeats> {
            /// The instruction.
            pub const fn new() -> Self {
                $name(PhantomData)
            }
        }
        $(#[diagnostic::do_not_recommend]
        impl Tmem for $name<$repeats> {
            const VALUE: &'static atom::Tmem = &TMEM[row!(TMEM, $instruction)];
            const REPEATS: i64 = <$repeats as Unsigned>::I64;
            type Addresses = Layout<
                HList![Static<Prod<$columns, $repeats>>, Shape<Layout!$lanes>],
                HList![Static<U1>, Stride<Layout!$lanes>],
            >;
            type ThreadValue = Layout<
                HList![
                    Shape<Layout!$threads>,
                    HList![Shape<Layout!$registers>, Static<$repeats>]
                ],
                HList![
                    Stride<Layout!$threads>,
                    HList![Stride<Layout!$registers>, Static<$columns>]
                ],
            >;
        })*
    )*};
}
tcgen05! {
    "tcgen05.32x32b" Tcgen05_32x32b U1
        lanes (128:16384) threads (128:16384) registers (1:0):
        U1 U2 U4 U8 U16 U32 U64 U128;
    "tcgen05.16x64b" Tcgen05_16x64b U2
        lanes ((16,4):(16384,524288)) threads ((2,2,8,4):(131072,1,16384,524288)) registers (1:0):
        U1 U2 U4 U8 U16 U32 U64 U128;
    "tcgen05.16x128b" Tcgen05_16x128b U4
        lanes ((16,4):(16384,524288)) threads ((4,8,4):(1,16384,524288)) registers (2:131072):
        U1 U2 U4 U8 U16 U32 U64;
    "tcgen05.16x256b" Tcgen05_16x256b U8
        lanes ((16,4):(16384,524288)) threads ((4,8,4):(2,16384,524288)) registers ((2,2):(1,131072)):
        U1 U2 U4 U8 U16 U32;
}

/// `tcgen05.16x32bx2`, `Repeats` times along the columns, twice: by half the threads of each warp, and by
/// the others to the same lanes, `Offset` columns further (PTX's `immHalfSplitoff`; behind the columns of
/// the first, as CuTe has it, unless it says otherwise).
#[derive(Clone, Copy, Debug, Default)]
pub struct Tcgen05_16x32bx2<Repeats, Offset = Repeats>(PhantomData<(Repeats, Offset)>);
impl<Repeats, Offset> Tcgen05_16x32bx2<Repeats, Offset> {
    /// The instruction.
    pub const fn new() -> Self {
        Tcgen05_16x32bx2(PhantomData)
    }
}
macro_rules! halves {
    ($($repeats:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Offset: Copy> Tmem for Tcgen05_16x32bx2<$repeats, Offset>
        where
            Static<Offset>: Leaf + Known,
        {
            const VALUE: &'static atom::Tmem = &TMEM[row!(TMEM, "tcgen05.16x32bx2")];
            const REPEATS: i64 = <$repeats as Unsigned>::I64;
            type Addresses = Strided<
                HList![HList![Static<$repeats>, Static<U2>], HList![Static<U16>, Static<U4>]],
                HList![HList![Static<U1>, Static<Offset>], HList![Static<U16384>, Static<U524288>]],
            >;
            type ThreadValue = Strided<
                HList![
                    HList![Static<U16>, Static<U2>, Static<U4>],
                    HList![Static<U1>, Static<$repeats>]
                ],
                HList![
                    HList![Static<U16384>, Static<Offset>, Static<U524288>],
                    HList![Static<U0>, Static<U1>]
                ],
            >;
        }
    )*};
}
halves!(U1 U2 U4 U8 U16 U32 U64 U128);
