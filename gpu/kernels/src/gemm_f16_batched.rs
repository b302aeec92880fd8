//! `C = A Bᵀ` for batches of matrices, with the parameters of the kernels of [`gemm_f16`](crate::gemm_f16). The results
//! are the sums.

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::gemm_f16::{OfA, OfB, OfC};
use crate::gemm_wgmma::*;
use crate::scheduler::{Batched, Batches};

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident $product:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// The extents are arbitrary, except that `n` and `k` are multiples of 8. The batch has `tiles[2]` products of
        /// `tiles[0]` x `tiles[1]` tiles each.
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<Batched<OfA<$kernel>>>,
            b: &TensorMap<Batched<OfB<$kernel>>>,
            c: &TensorMap<Batched<OfC<$kernel>>>,
            tiles: [u32; 3],
            steps: u32,
        ) {
            // SAFETY: as promised.
            unsafe { $product(Batches { a, b, c, tiles, epilogue: () }, steps) }
        }
    )*};
}
entries! {
    /// [`gemm_f16`](crate::gemm_f16::gemm_f16) with batches.
    gemm_f16_batched f16 GemmF16;
    /// [`gemm_bf16`](crate::gemm_f16::gemm_bf16) with batches.
    gemm_bf16_batched bf16 GemmBf16;
    /// [`gemm_bf16_128`](crate::gemm_f16::gemm_bf16_128) with batches.
    gemm_bf16_128_batched bf16_128 GemmBf16By128;
}
