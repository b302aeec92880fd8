//! Loops over tensors, and matrix products.

#[cfg(feature = "alloc")]
mod arithmetic;
pub(crate) mod assign;
mod axpby;
pub(crate) mod computed;
mod copy;
pub(crate) mod dot;
mod exchange;
mod fill;
pub(crate) mod fold;
#[cfg(feature = "alloc")]
mod gather;
mod map_inplace;
mod packed;
#[cfg(feature = "alloc")]
mod permuted_inplace;
pub(crate) mod plan;
mod reduce;
pub(crate) mod reductions;
mod rows;
#[cfg(feature = "alloc")]
mod scalar_operand;
mod square;
pub(crate) mod strided;
mod transform;
pub(crate) mod transpose;
mod transpose_inplace;
mod transposed;

pub use axpby::axpby;
pub use copy::{copy, copy_if};
pub use dot::dot;
pub use fill::fill;
pub use reduce::reduce;
pub(crate) use rows::Loops;
pub use transform::transform;
pub use transpose::transpose;
pub(crate) use transposed::panel;

pub use crate::gemm::{BatchLayout, Element, MatrixLayout, batched_gemm, gemm, matmul};
#[cfg(feature = "rayon")]
pub use crate::gemm::{par_batched_gemm, par_gemm, par_matmul};
#[cfg(feature = "rayon")]
pub use crate::parallel::{ParAlong, par_reduce, par_transpose};
