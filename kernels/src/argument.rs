//! Arguments of kernels: the layouts that the host makes and checks, and that kernels have as they are.
//!
//! The host has this file too. What divides and checks is done there, once; a kernel slices.

use tilework::bound::DynamicLeaves;
use tilework::operation::try_zipped_divide_ceil;
use tilework::{AnyLayout, Dyn, Error, Layout, layout, try_layout};

#[path = "argument/attention.rs"]
pub mod attention;
#[path = "argument/copy.rs"]
pub mod copy;
#[path = "argument/gemm_f16.rs"]
pub mod gemm_f16;
#[path = "argument/gemm_f32.rs"]
pub mod gemm_f32;
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

/// `A` or `B` of the products by `mma.sync`, in units of 8 of `k`, divided by tiles of 128 x 4 of which 32 x 4 threads have 4 each:
/// `(((thread, value), thread), (tile, step, batch))`.
pub type GemmMmaIn = Layout!((((32,4),4),(N,N,N)):(((N,N),1),(N,4,N)));
/// `C` of these in units of 8, by rows, divided by tiles of 128 x 16: of each warp and thread the rows and columns that its quad has of
/// the accumulators: `(((8 of a warp, value, warp, value), (4 of a quad, warp, value)), (tile, tile, batch))`.
pub type GemmMmaOut = Layout!((((8,2,2,4),(4,2,2)),(N,N,N)):(((N,N,N,N),(1,4,8)),(N,16,N)));

/// [`GemmMmaIn`] of `batch` matrices `stride` apart, of `m` rows of `k` vectors of 8, rows `lda` of them apart; tiles may reach past the
/// ends.
///
/// # Errors
/// Where offsets do not fit 32 bits.
pub fn gemm_mma_in([m, k, batch]: [u32; 3], [lda, stride]: [u32; 2]) -> Result<GemmMmaIn, Error> {
    let tiler = layout!(<(32,4):(1,32),4>);
    try_zipped_divide_ceil(try_layout!((m,k,batch):(lda,1,stride))?, tiler)
}

/// [`GemmMmaOut`] of `batch` matrices `stride` apart, of `m` rows of `n` vectors of 8, rows `ldc` of them apart; tiles may reach past the
/// ends.
///
/// # Errors
/// Where offsets do not fit 32 bits.
pub fn gemm_mma_out([m, n, batch]: [u32; 3], [ldc, stride]: [u32; 2]) -> Result<GemmMmaOut, Error> {
    let tiler = layout!(<(8,2,2,4):(1,8,16,32),(4,2,2):(1,4,8)>);
    try_zipped_divide_ceil(try_layout!((m,n,batch):(ldc,1,stride))?, tiler)
}
