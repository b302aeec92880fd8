//! `C = A B` of f32 for any extents: [`gemm_f32`](crate::gemm_f32) with tiles that reach past the ends of the matrices.

use crate::argument::{GemmF32In, GemmF32Out};
use crate::device::*;
use crate::gemm_f32::product;

/// `C = A B` of matrices in units of 16 bytes; `extents` are `m`, `n` and `k`, in elements. The last vector of a column
/// may have any values past the end.
#[kernel]
pub unsafe fn gemm_f32_ragged(
    a: *const F32x4,
    a_layout: GemmF32In,
    b: *const F32x4,
    b_layout: GemmF32In,
    c: *mut F32x4,
    c_layout: GemmF32Out,
    extents: [u32; 3],
) {
    at_most_threads!(256);
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe { product((a, a_layout), (b, b_layout), (c, c_layout), extents) }
}
