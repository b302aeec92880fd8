//! `C = A Bᵀ`, of f16, bf16, tf32 and e4m3, with sums in f32, and of integers of 8 bits, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by rows but where it is said. A block has a tile of `C`; one warpgroup has the copy engine
//! bring `A` and `B` to shared memory, some columns of `k` at a time and a few such steps ahead; the others
//! multiply, 64 rows of `C` each, and write them to shared memory, from where the copy engine takes them. Blocks stay, and take
//! tile after tile: while one tile is stored the next one is multiplied. The blocks of a cluster have tiles below one another,
//! for which each brings a part of `B` to all. How large tiles and steps are, and by which instruction, says
//! [`Gemm`](crate::argument::gemm_f16::Gemm).

use core::marker::PhantomData;

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::gemm_wgmma::*;
use crate::work::Matrices;

/// Boxes of `A` that the copy engine brings.
#[derive(Clone, Copy, Debug)]
pub struct OfA<G>(PhantomData<G>);
/// Boxes of `B`.
#[derive(Clone, Copy, Debug)]
pub struct OfB<G>(PhantomData<G>);
/// Boxes of `C` that it stores.
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
        /// Of any extents of which `n` and `k`, or what is said, are multiples of 8. `tiles` are those of `C`, [`Parameters::tiles`], and there are `steps` along `k`.
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
    /// `C = A Bᵀ` of bf16 by smaller tiles.
    gemm_bf16_128 bf16_128 GemmBf16By128;
    /// `C = A Bᵀ` of bf16 by these tiles, of which two blocks share the `k`.
    gemm_bf16_128_k2 bf16_128_k2 GemmBf16By128K2;
    /// `C = A Bᵀ` of bf16, few and long: four blocks share the `k` of a tile.
    gemm_bf16_k4 bf16_k4 GemmBf16K4;
    /// `C = A Bᵀ` of bf16 by columns, 16 of them.
    gemm_bf16_n16 bf16_n16 GemmBf16N16;
    /// `C = A Bᵀ` of bf16 by columns, 32 of them.
    gemm_bf16_n32 bf16_n32 GemmBf16N32;
    /// `C = A Bᵀ` of bf16 by columns, 32 of them, of which two blocks share the `k`.
    gemm_bf16_n32_k2 bf16_n32_k2 GemmBf16N32K2;
    /// `C = A Bᵀ` of bf16 by columns, 64 of them.
    gemm_bf16_n64 bf16_n64 GemmBf16N64;
    /// `C = A Bᵀ` of bf16 by columns, 64 of them, of which two blocks share the `k`.
    gemm_bf16_n64_k2 bf16_n64_k2 GemmBf16N64K2;
    /// `C = A Bᵀ` of bf16 by columns, 128 of them.
    gemm_bf16_n128 bf16_n128 GemmBf16N128;
    /// `C = A Bᵀ` of bf16 by columns, 128 of them, of which two blocks share the `k`.
    gemm_bf16_n128_k2 bf16_n128_k2 GemmBf16N128K2;
    /// `C = A Bᵀ` of bf16 by columns, in tiles of 192 x 128, of which two blocks share the `k`.
    gemm_bf16_192_n128_k2 bf16_192_n128_k2 GemmBf16By192N128K2;
    /// `C = A Bᵀ` of bf16, where `B` is by columns, and `n` a multiple of 8.
    gemm_bf16_nn bf16_nn GemmBf16Nn;
    /// `C = A Bᵀ` of bf16, where `A` and `B` are by columns, and `m` and `n` are multiples of 8.
    gemm_bf16_tn bf16_tn GemmBf16Tn;
    /// `C = A Bᵀ` of bf16, where `A` is by columns, and `m` a multiple of 8.
    gemm_bf16_tt bf16_tt GemmBf16Tt;
    /// `C = A Bᵀ` of f16 by smaller tiles.
    gemm_f16_128 f16_128 GemmF16By128;
    /// `C = A Bᵀ` of f16 by columns, 16 of them.
    gemm_f16_n16 f16_n16 GemmF16N16;
    /// `C = A Bᵀ` of f16 by columns, 32 of them.
    gemm_f16_n32 f16_n32 GemmF16N32;
    /// `C = A Bᵀ` of f16 by columns, 64 of them.
    gemm_f16_n64 f16_n64 GemmF16N64;
    /// `C = A Bᵀ` of f16 by columns, 128 of them, of which two blocks share the `k`.
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
