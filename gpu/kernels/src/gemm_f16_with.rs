//! `D = f(alpha A Bᵀ + beta C + bias)` for batches of matrices, with the parameters of the kernels of
//! [`gemm_f16`](crate::gemm_f16). The argument `c` is the map of the result `D`.

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::epilogue::Linear;
use crate::gemm_f16::{OfA, OfB, OfC};
use crate::gemm_wgmma::*;
use crate::scheduler::{Batched, Batches};

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $element:ident $product:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// The extents are arbitrary, except that `n` and `k` are multiples of 8. The batch has `tiles[2]` products of
        /// `tiles[0]` x `tiles[1]` tiles each. If the results are `f32`, `c` may be any map; it is not written.
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<Batched<OfA<$kernel>>>,
            b: &TensorMap<Batched<OfB<$kernel>>>,
            c: &TensorMap<Batched<OfC<$kernel>>>,
            tiles: [u32; 3],
            steps: u32,
            epilogue: Linear,
        ) {
            // SAFETY: as promised.
            unsafe {
                let epilogue = epilogue.in_elements::<$element>();
                $product(Batches { a, b, c, tiles, epilogue }, steps);
            }
        }
    )*};
}
products! {
    /// [`gemm_f16`](crate::gemm_f16::gemm_f16) with batches and an epilogue.
    gemm_f16_with F16 f16 GemmF16;
    /// [`gemm_bf16`](crate::gemm_f16::gemm_bf16) with batches and an epilogue.
    gemm_bf16_with Bf16 bf16 GemmBf16;
    /// [`gemm_bf16_128`](crate::gemm_f16::gemm_bf16_128) with batches and an epilogue.
    gemm_bf16_128_with Bf16 bf16_128 GemmBf16By128;
    /// [`gemm_bf16_128_k2`](crate::gemm_f16::gemm_bf16_128_k2) with batches and an epilogue.
    gemm_bf16_128_k2_with Bf16 bf16_128_k2 GemmBf16By128K2;
    /// [`gemm_bf16_n16`](crate::gemm_f16::gemm_bf16_n16) with batches and an epilogue.
    gemm_bf16_n16_with Bf16 bf16_n16 GemmBf16N16;
    /// [`gemm_bf16_n32`](crate::gemm_f16::gemm_bf16_n32) with batches and an epilogue.
    gemm_bf16_n32_with Bf16 bf16_n32 GemmBf16N32;
    /// [`gemm_bf16_n64`](crate::gemm_f16::gemm_bf16_n64) with batches and an epilogue.
    gemm_bf16_n64_with Bf16 bf16_n64 GemmBf16N64;
    /// [`gemm_bf16_n128_k2`](crate::gemm_f16::gemm_bf16_n128_k2) with batches and an epilogue.
    gemm_bf16_n128_k2_with Bf16 bf16_n128_k2 GemmBf16N128K2;
    /// [`gemm_f16_128`](crate::gemm_f16::gemm_f16_128) with batches and an epilogue.
    gemm_f16_128_with F16 f16_128 GemmF16By128;
    /// [`gemm_f16_n16`](crate::gemm_f16::gemm_f16_n16) with batches and an epilogue.
    gemm_f16_n16_with F16 f16_n16 GemmF16N16;
    /// [`gemm_f16_n32`](crate::gemm_f16::gemm_f16_n32) with batches and an epilogue.
    gemm_f16_n32_with F16 f16_n32 GemmF16N32;
    /// [`gemm_f16_n64`](crate::gemm_f16::gemm_f16_n64) with batches and an epilogue.
    gemm_f16_n64_with F16 f16_n64 GemmF16N64;
    /// [`gemm_f16_n128_k2`](crate::gemm_f16::gemm_f16_n128_k2) with batches and an epilogue.
    gemm_f16_n128_k2_with F16 f16_n128_k2 GemmF16N128K2;
    /// [`gemm_bf16_nn`](crate::gemm_f16::gemm_bf16_nn) with batches and an epilogue.
    gemm_bf16_nn_with Bf16 bf16_nn GemmBf16Nn;
    /// [`gemm_bf16_tn`](crate::gemm_f16::gemm_bf16_tn) with batches and an epilogue.
    gemm_bf16_tn_with Bf16 bf16_tn GemmBf16Tn;
    /// [`gemm_bf16_tt`](crate::gemm_f16::gemm_bf16_tt) with batches and an epilogue.
    gemm_bf16_tt_with Bf16 bf16_tt GemmBf16Tt;
    /// The product of f16 with a column-major `B`, with batches and an epilogue.
    gemm_f16_nn_with F16 f16_nn GemmF16Nn;
    /// The product of f16 with column-major `A` and `B`, with batches and an epilogue.
    gemm_f16_tn_with F16 f16_tn GemmF16Tn;
    /// The product of f16 with a column-major `A`, with batches and an epilogue.
    gemm_f16_tt_with F16 f16_tt GemmF16Tt;
}
