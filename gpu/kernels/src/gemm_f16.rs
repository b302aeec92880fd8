//! `C = A Bᵀ` by `wgmma`: of f16, bf16, tf32 and e4m3 with sums in f32, and of integers of 8 bits.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all row-major unless a kernel says otherwise. A block has a tile
//! of `C`. One warpgroup has the copy engine load `A` and `B` into shared memory, some columns of `k` at a time and a
//! few such steps ahead. The others multiply, 64 rows of `C` each, and write the results to shared memory, from where
//! the copy engine stores them. Blocks are persistent and take tile after tile: while one tile is stored, the next one
//! is multiplied. The blocks of a cluster have tiles below one another, and each loads a part of `B` for all of them.
//! [`Gemm`](crate::argument::gemm_f16::Gemm) gives the extents of tiles and steps, and the instruction.

use core::marker::PhantomData;

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::gemm_wgmma::*;
use crate::scheduler::Matrices;

/// The boxes of `A` that the copy engine loads.
#[derive(Clone, Copy, Debug)]
pub struct OfA<G>(PhantomData<G>);
/// The boxes of `B`.
#[derive(Clone, Copy, Debug)]
pub struct OfB<G>(PhantomData<G>);
/// The boxes of `C` that it stores.
#[derive(Clone, Copy, Debug)]
pub struct OfC<G>(PhantomData<G>);
macro_rules! boxes {
    ($($operand:ident $index:literal $element:ty, $atom:ty;)*) => {$(
        impl<G: Parameters> Tile for $operand<G> {
            type Element = $element;
            type Atom = $atom;
            const BOX: [u32; 2] = G::BOXES[$index];
        }
    )*};
}
boxes! {
    OfA 0 <G::Instruction as Accumulate>::Element, G::OfA;
    OfB 1 <G::Instruction as Accumulate>::Element, G::OfB;
    OfC 2 G::C, <G::C as Rounds<G::Sum>>::Atom;
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident $product:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// The extents are arbitrary, except that `n` and `k`, or the ones named here, are multiples of 8. `tiles` are
        /// those of `C`, [`Parameters::tiles`], and there are `steps` steps along `k`.
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<OfA<$kernel>>,
            b: &TensorMap<OfB<$kernel>>,
            c: &TensorMap<OfC<$kernel>>,
            tiles: [u32; 2],
            steps: u32,
        ) {
            // SAFETY: as promised.
            unsafe { $product(Matrices { a, b, c, tiles }, steps) }
        }
    )*};
}
entries! {
    /// `C = A Bᵀ` of f16.
    gemm_f16 f16 GemmF16;
    /// `C = A Bᵀ` of bf16.
    gemm_bf16 bf16 GemmBf16;
    /// `C = A Bᵀ` of bf16 with smaller tiles.
    gemm_bf16_128 bf16_128 GemmBf16By128;
    /// `C = A Bᵀ` of bf16 with these tiles, where two blocks share the `k`.
    gemm_bf16_128_k2 bf16_128_k2 GemmBf16By128K2;
    /// `C = A Bᵀ` of bf16 for few tiles and a long `k`: four blocks share the `k` of a tile.
    gemm_bf16_k4 bf16_k4 GemmBf16K4;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 16 columns.
    gemm_bf16_n16 bf16_n16 GemmBf16N16;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 32 columns.
    gemm_bf16_n32 bf16_n32 GemmBf16N32;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 32 columns, where two blocks share the `k`.
    gemm_bf16_n32_k2 bf16_n32_k2 GemmBf16N32K2;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 64 columns.
    gemm_bf16_n64 bf16_n64 GemmBf16N64;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 64 columns, where two blocks share the `k`.
    gemm_bf16_n64_k2 bf16_n64_k2 GemmBf16N64K2;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 128 columns.
    gemm_bf16_n128 bf16_n128 GemmBf16N128;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 128 columns, where two blocks share the `k`.
    gemm_bf16_n128_k2 bf16_n128_k2 GemmBf16N128K2;
    /// `C = A Bᵀ` of bf16, column-major, in tiles of 192 x 128, where two blocks share the `k`.
    gemm_bf16_192_n128_k2 bf16_192_n128_k2 GemmBf16By192N128K2;
    /// `C = A Bᵀ` of bf16 with a column-major `B`; `n` is a multiple of 8.
    gemm_bf16_nn bf16_nn GemmBf16Nn;
    /// `C = A Bᵀ` of bf16 with column-major `A` and `B`; `m` and `n` are multiples of 8.
    gemm_bf16_tn bf16_tn GemmBf16Tn;
    /// `C = A Bᵀ` of bf16 with a column-major `A`; `m` is a multiple of 8.
    gemm_bf16_tt bf16_tt GemmBf16Tt;
    /// `C = A Bᵀ` of f16 with smaller tiles.
    gemm_f16_128 f16_128 GemmF16By128;
    /// `C = A Bᵀ` of f16, column-major, in tiles of 16 columns.
    gemm_f16_n16 f16_n16 GemmF16N16;
    /// `C = A Bᵀ` of f16, column-major, in tiles of 32 columns.
    gemm_f16_n32 f16_n32 GemmF16N32;
    /// `C = A Bᵀ` of f16, column-major, in tiles of 64 columns.
    gemm_f16_n64 f16_n64 GemmF16N64;
    /// `C = A Bᵀ` of f16, column-major, in tiles of 128 columns, where two blocks share the `k`.
    gemm_f16_n128_k2 f16_n128_k2 GemmF16N128K2;
    /// `C = A Bᵀ` of `f32`, multiplied as tf32, to `f32`; `n` and `k` are multiples of 4.
    gemm_tf32 tf32 GemmTf32;
    /// `C = A Bᵀ` of e4m3, to bf16; `k` is a multiple of 16.
    gemm_e4m3 e4m3 GemmE4m3;
    /// `C = A Bᵀ` of e4m3, to `f32`; `k` is a multiple of 16, and `n` of 4.
    gemm_e4m3_f32 e4m3_f32 GemmE4m3F32;
    /// `C = A Bᵀ` of integers of 8 bits, to integers of 32; `k` is a multiple of 16, and `n` of 4.
    gemm_s8 s8 GemmS8;
}
