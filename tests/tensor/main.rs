//! Tensors, and the algorithms on them, against the definition.

#[macro_use]
mod offsets;

mod algorithm;
mod along;
mod computed;
mod contiguous;
mod contraction;
mod copy;
mod copy_loops;
mod definition;
mod elements;
mod empty;
mod extents;
mod from_numpy;
mod gemm;
mod interleaved;
mod loops;
mod manners;
mod matmul;
mod matrix_product;
mod one_bound;
mod owned;
mod packed;
#[cfg(feature = "rayon")]
mod par_gemm;
mod predicated;
#[cfg(feature = "rayon")]
mod races;
mod ragged;
mod raw;
mod reversed;
mod safety;
mod through;
mod tiles;
mod windows;
mod zip;
