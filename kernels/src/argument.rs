//! Arguments of kernels: the layouts that the host makes and checks, and that kernels have as they are.
//!
//! The host has this file too. What divides and checks is done there, once; a kernel slices.

use tilework::bound::DynamicLeaves;
use tilework::{AnyLayout, Dyn, Layout};

#[path = "argument/attention.rs"]
pub mod attention;
#[path = "argument/copy.rs"]
pub mod copy;
#[path = "argument/gemm_f16.rs"]
pub mod gemm_f16;
#[path = "argument/gemm_f32.rs"]
pub mod gemm_f32;
#[path = "argument/gemm_mma.rs"]
pub mod gemm_mma;
#[path = "argument/transpose.rs"]
pub mod transpose;

#[allow(unused_imports, reason = "of those who have this file some take others")]
pub use gemm_f32::{
    GemmF32In, GemmF32Out, gemm_f32_in, gemm_f32_out, gemm_f32_ragged_in, gemm_f32_ragged_out,
};

/// The dynamic leaves of a layout, `Layout::dynamic_leaves`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Leaves<const N: usize>(pub [u32; N]);

/// A layout that is an argument of a kernel, as its `COUNT` dynamic leaves.
pub trait Argument<const COUNT: usize>: AnyLayout {
    /// What is passed.
    fn leaves(self) -> Leaves<COUNT>;
    /// The layout that was passed.
    ///
    /// # Safety
    /// They are the leaves of a layout of this type.
    unsafe fn of_leaves(leaves: Leaves<COUNT>) -> Self;
}
impl<S: DynamicLeaves<u32>, D: DynamicLeaves<u32>, const COUNT: usize> Argument<COUNT>
    for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    fn leaves(self) -> Leaves<COUNT> {
        Leaves(self.dynamic_leaves())
    }
    #[inline(always)]
    unsafe fn of_leaves(leaves: Leaves<COUNT>) -> Self {
        // SAFETY: as promised.
        unsafe { Self::from_dynamic_leaves(leaves.0) }
    }
}

/// An integer of run time.
type N = Dyn<u32>;
