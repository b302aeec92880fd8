//! Arguments of kernels: the layouts that the host makes and checks, and that kernels have as they are.
//!
//! The host has this file too. What divides and checks is done there, once; a kernel slices.

use tilework::bound::DynamicLeaves;
use tilework::operation::try_zipped_divide;
use tilework::{AnyLayout, Dyn, Error, Layout, layout, try_layout};

#[path = "argument/attention.rs"]
pub mod attention;
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

/// A matrix by columns, divided by tiles of 16 x 64 of which 16 x 16 threads have 4 elements each:
/// `((thread, (thread, value)), (tile, tile))`.
pub type Columns = Layout!(((16,(16,4)),(N,N)):((1,(N,N)),(16,N)));
/// [`Columns`] of a matrix whose tiles follow one another in memory.
pub type Tiles = Layout!(((16,(16,4)),(N,N)):((1,(16,256)),(1024,N)));

/// [`Columns`] of `m` x `n` elements, columns `lda` apart.
///
/// # Errors
/// Where the tiles do not come out even, or offsets do not fit 32 bits.
pub fn columns(m: u32, n: u32, lda: u32) -> Result<Columns, Error> {
    try_zipped_divide(try_layout!((m,n):(1,lda))?, layout!(<16,(16,4):(1,16)>))
}

/// [`Tiles`] of `m` x `n` elements.
///
/// # Errors
/// As of [`columns`].
pub fn tiles(m: u32, n: u32) -> Result<Tiles, Error> {
    let (m, n) = (m / 16, n / 64);
    let matrix = try_layout!(((16,m),(64,n)):((1,1024),(16,{1024 * m})))?;
    try_zipped_divide(matrix, layout!(<16,(16,4):(1,16)>))
}
