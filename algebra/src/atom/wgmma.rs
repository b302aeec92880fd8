//! `wgmma`: multiplications by four warps, with `B`, and perhaps `A`, in shared memory.

use super::Mma;
#[cfg(feature = "alloc")]
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::layout::composed::Composed;
#[cfg(feature = "alloc")]
use crate::layout::swizzle::Swizzle;
#[cfg(feature = "alloc")]
use crate::layout::thread_value::ThreadValue;

#[cfg(feature = "alloc")]
use super::thread_value;

/// One operand of an instruction in the registers of its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The name of the instruction, its shape and the operand.
    pub name: &'static str,
    /// The section of the manual that describes it.
    pub source: &'static str,
    /// The shape of the operand.
    pub tile: [i64; 2],
    /// The thread-value layout.
    pub layout: &'static str,
}

#[cfg(feature = "alloc")]
impl Fragment {
    /// The elements that each thread has.
    ///
    /// # Errors
    /// The atoms in this module give no errors.
    #[inline]
    pub fn thread_value(&self) -> Result<ThreadValue, Error> {
        thread_value(self.tile, self.layout)
    }
}

macro_rules! accumulators {
    ($($n:literal: $repeats:literal),*) => {
        /// Accumulators of `wgmma.mma_async`, 64 rows by `N` columns, in the 128 threads of a warpgroup. Each warp has
        /// 16 rows, and each block of 8 columns is arranged as in `mma.sync`. The accumulator for `N = 8 r` is at index
        /// `r - 1`. Accumulators of 16 bits are in the halves of registers.
        pub static WGMMA_ACCUMULATORS: &[Fragment] = &[$(Fragment {
            name: concat!("wgmma.m64n", $n, ".d"),
            source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments, accumulator D",
            tile: [64, $n],
            layout: concat!("((4,8,4),(2,2,", $repeats, ")):((128,1,16),(64,8,512))"),
        }),*];
    };
}

accumulators!(8: 1, 16: 2, 24: 3, 32: 4, 40: 5, 48: 6, 56: 7, 64: 8, 72: 9, 80: 10, 88: 11, 96: 12,
    104: 13, 112: 14, 120: 15, 128: 16, 136: 17, 144: 18, 152: 19, 160: 20, 168: 21, 176: 22, 184: 23,
    192: 24, 200: 25, 208: 26, 216: 27, 224: 28, 232: 29, 240: 30, 248: 31, 256: 32);

const A_K8: &str = "((4,8,4),(2,2)):((64,1,16),(8,256))";
const A_K16: &str = "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))";
const A_K32: &str = "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))";

/// `A` of `wgmma.mma_async` in registers, 64 rows by `K` columns, by the width of its elements: `bf16` uses the entry
/// of `f16`, and `u8`, `e4m3` and `e5m2` use that of `s8`.
pub static WGMMA_A: &[Fragment] = &[
    Fragment {
        name: "wgmma.m64k8.tf32.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk8",
        tile: [64, 8],
        layout: A_K8,
    },
    Fragment {
        name: "wgmma.m64k16.f16.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk16",
        tile: [64, 16],
        layout: A_K16,
    },
    Fragment {
        name: "wgmma.m64k32.s8.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk32",
        tile: [64, 32],
        layout: A_K32,
    },
];

/// The multiplication of a shape, with `A` in registers if their layout is given.
macro_rules! multiplication {
    ($n:literal $repeats:literal $k:literal $kind:literal, $operands:literal $(registers $a:expr)?) => {
        Mma {
            name: concat!("wgmma.m64n", $n, "k", $k, ".", $kind, ".", $operands),
            source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments and Shared Memory \
                     Layout",
            shape: [64, $n, $k],
            a: [$($a,)? concat!("(128,(64,", $k, ")):(0,(1,64))")][0],
            b: concat!("(128,(", $n, ",", $k, ")):(0,(1,", $n, "))"),
            c: concat!("((4,8,4),(2,2,", $repeats, ")):((128,1,16),(64,8,512))"),
        }
    };
}
macro_rules! multiplications {
    (floats $($n:literal: $repeats:literal),*; integers $($in:literal: $irepeats:literal),*) => {
        /// `wgmma.mma_async` of 64 rows by `N` columns, by the 128 threads of a warpgroup. `B` is in shared memory. `A`
        /// is in shared memory too (`.ss`, as CuTe calls it), or in registers (`.rs`). Every thread has the whole tile
        /// of an operand in shared memory; [`WGMMA_SHARED`] has the layouts there.
        ///
        /// `N` is a multiple of 8 up to 256; for integers from 32 on it is a multiple of 16. `A` and `B` may also be
        /// one `e4m3` and one `e5m2`, or one `s8` and one `u8`, and accumulators may be `f16`. The layouts are the
        /// same.
        pub static WGMMA: &[Mma] = &[$(
            multiplication!($n $repeats 16 "f16", "ss"),
            multiplication!($n $repeats 16 "bf16", "ss"),
            multiplication!($n $repeats 8 "tf32", "ss"),
            multiplication!($n $repeats 32 "e4m3", "ss"),
            multiplication!($n $repeats 32 "e5m2", "ss"),
            multiplication!($n $repeats 16 "f16", "rs" registers A_K16),
            multiplication!($n $repeats 16 "bf16", "rs" registers A_K16),
            multiplication!($n $repeats 8 "tf32", "rs" registers A_K8),
            multiplication!($n $repeats 32 "e4m3", "rs" registers A_K32),
            multiplication!($n $repeats 32 "e5m2", "rs" registers A_K32),
        )* $(
            multiplication!($in $irepeats 32 "s8", "ss"),
            multiplication!($in $irepeats 32 "u8", "ss"),
            multiplication!($in $irepeats 32 "s8", "rs" registers A_K32),
            multiplication!($in $irepeats 32 "u8", "rs" registers A_K32),
        )*];
    };
}
multiplications! {
    floats 8: 1, 16: 2, 24: 3, 32: 4, 40: 5, 48: 6, 56: 7, 64: 8, 72: 9, 80: 10, 88: 11, 96: 12, 104: 13,
        112: 14, 120: 15, 128: 16, 136: 17, 144: 18, 152: 19, 160: 20, 168: 21, 176: 22, 184: 23,
        192: 24, 200: 25, 208: 26, 216: 27, 224: 28, 232: 29, 240: 30, 248: 31, 256: 32;
    integers 8: 1, 16: 2, 24: 3, 32: 4, 48: 6, 64: 8, 80: 10, 96: 12, 112: 14, 128: 16, 144: 18, 160: 20,
        176: 22, 192: 24, 208: 26, 224: 28, 240: 30, 256: 32
}

/// A tile of an operand in shared memory. It is the smallest of its kind; larger tiles repeat it (CuTe's
/// `GMMA::Layout_K_SW128_Atom` and similar ones).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedTile {
    /// The contiguous mode, and the number of bytes within which units of 16 bytes are swizzled.
    pub name: &'static str,
    /// The section of the manual that describes it.
    pub source: &'static str,
    /// The number of bits of the XOR.
    pub bits: i64,
    /// The layout of `(M,K)` or `(N,K)`, in bits along the contiguous mode.
    pub layout: &'static str,
}

#[cfg(feature = "alloc")]
impl SharedTile {
    /// The tile for elements of `bits` bits: a swizzle of the offsets of a layout. It is defined for any width along
    /// `M` or `N` too, as in CuTe, whether or not an instruction accepts it.
    ///
    /// # Errors
    /// The errors of [`Composed::recast`], for elements whose number of bits is not a power of 2 or is above 128.
    ///
    /// ```
    /// use tilework_algebra::atom::WGMMA_SHARED;
    /// let tile = WGMMA_SHARED.iter().find(|tile| tile.name == "wgmma.k.128b").unwrap();
    /// assert_eq!(tile.layout(16)?.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn layout(&self, bits: i64) -> Result<Composed, Error> {
        // Units of 16 bytes stay together; they are XORed with the numbers of the 8 rows of 128 bytes.
        let swizzle = Swizzle::new(self.bits, 7, 3)?;
        Composed::new(swizzle, 0, self.layout.parse()?).recast(1, bits)
    }
}

macro_rules! shared {
    ($($name:literal $bits:literal $layout:literal;)*) => {
        /// The canonical layouts of `wgmma.mma_async`: along `K` for operands of any type, and along `M` or `N`, which
        /// instructions transpose, for `f16` and `bf16`. The type is not checked; the layout only says where elements
        /// are.
        pub static WGMMA_SHARED: &[SharedTile] = &[$(SharedTile {
            name: $name,
            source: "PTX ISA, Asynchronous wgmma instructions, Shared Memory Layout, Canonical Layouts",
            bits: $bits,
            layout: $layout,
        }),*];
    };
}
shared! {
    "wgmma.k.none" 0 "(8,128):(128,1)";
    "wgmma.k.32b" 1 "(8,256):(256,1)";
    "wgmma.k.64b" 2 "(8,512):(512,1)";
    "wgmma.k.128b" 3 "(8,1024):(1024,1)";
    "wgmma.mn.none" 0 "(128,8):(1,128)";
    "wgmma.mn.32b" 1 "(256,8):(1,256)";
    "wgmma.mn.64b" 2 "(512,8):(1,512)";
    "wgmma.mn.128b" 3 "(1024,8):(1,1024)";
}
