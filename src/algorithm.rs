//! Loops over tensors, and matrix products.

mod axpby;
mod computed;
mod copy;
pub(crate) mod dot;
mod fill;
mod fold;
#[cfg(feature = "alloc")]
pub(crate) mod gather;
mod plan;
mod reduce;
mod square;
mod strided;
pub(crate) mod transform;
mod transpose;
mod turned;

pub use axpby::axpby;
pub use copy::{copy, copy_if};
pub use dot::dot;
pub use fill::fill;
pub use reduce::reduce;
pub use transform::transform;
pub use transpose::transpose;

#[cfg(feature = "rayon")]
pub use crate::gemm::par_gemm;
pub use crate::gemm::{BatchLayout, Element, MatrixLayout, batched_gemm, gemm, matmul};
