//! Tensors, and the algorithms on them, against the definition.
//!
//! `.ci/narrow` runs the files without numbers of 64 bits on a target of 32.

#[macro_use]
mod offsets;

mod algorithm;
mod along;
mod any_bits;
mod clipped;
mod computed;
mod contiguous;
#[cfg(target_pointer_width = "64")]
mod contraction;
#[cfg(target_pointer_width = "64")]
mod copy;
#[cfg(target_pointer_width = "64")]
mod copy_loops;
mod deferred;
mod definition;
mod dynamic_tensor;
mod elements;
mod empty;
mod extents;
#[cfg(target_pointer_width = "64")]
mod from_numpy;
#[cfg(target_pointer_width = "64")]
mod gemm;
mod inplace;
mod interleaved;
mod loops;
mod manners;
#[cfg(target_pointer_width = "64")]
mod matmul;
#[cfg(target_pointer_width = "64")]
mod matrix_product;
mod named;
#[cfg(target_pointer_width = "64")]
mod one_bound;
#[cfg(target_pointer_width = "64")]
mod owned;
#[cfg(target_pointer_width = "64")]
mod packed;
#[cfg(feature = "rayon")]
#[cfg(target_pointer_width = "64")]
mod par_gemm;
#[cfg(feature = "rayon")]
mod par_tiles;
mod predicated;
mod predicated_window;
#[cfg(feature = "rayon")]
#[cfg(target_pointer_width = "64")]
mod races;
#[cfg(target_pointer_width = "64")]
mod ragged;
mod rank_layout;
mod raw;
mod reversed;
#[cfg(target_pointer_width = "64")]
mod safety;
mod split;
#[cfg(target_pointer_width = "64")]
mod through;
mod tiles;
mod windows;
mod zip;
