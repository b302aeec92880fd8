//! Arguments of kernels: layouts that the host makes and checks once, and that kernels slice.

#![no_std]

use tilework::bound::DynamicLeaves;
use tilework::{AnyLayout, Dyn, Layout};

pub mod attention;
pub mod copy;
pub mod gemm_f16;
pub mod gemm_f32;
pub mod gemm_mma;
pub mod product;
pub mod transpose;

pub use gemm_f32::{
    GemmF32In, GemmF32Out, gemm_f32_in, gemm_f32_out, gemm_f32_ragged_in, gemm_f32_ragged_out,
};

/// A layout with `COUNT` dynamic leaves.
pub trait Argument<const COUNT: usize>: AnyLayout {
    /// The dynamic leaves: first those of the shape, then those of the stride.
    fn leaves(self) -> [u32; COUNT];
    /// The layout of this type with these dynamic leaves.
    ///
    /// # Safety
    /// They belong to a layout of this type.
    unsafe fn of_leaves(leaves: [u32; COUNT]) -> Self;
}
impl<S: DynamicLeaves<u32>, D: DynamicLeaves<u32>, const COUNT: usize> Argument<COUNT>
    for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    #[inline(always)]
    fn leaves(self) -> [u32; COUNT] {
        self.dynamic_leaves()
    }
    #[inline(always)]
    unsafe fn of_leaves(leaves: [u32; COUNT]) -> Self {
        // SAFETY: as promised.
        unsafe { Self::from_dynamic_leaves(leaves) }
    }
}

/// A dynamic integer.
type N = Dyn<u32>;
