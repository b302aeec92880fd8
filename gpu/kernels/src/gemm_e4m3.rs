//! `C = A Bᵀ` of e4m3 with scales, to bf16, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all row-major.
//!
//! Row scales: each row of `A` and of `B` has a scale, and the [`Epilogue`] of the product multiplies the sums by
//! them: [`ScaledByRows`].
//!
//! Block scales: each 128 columns of a row of `A` have a scale, and so do each 128 x 128 elements of `B`:
//! [`ScaledByBlocks`]. `wgmma` keeps fewer bits than f32 has in its sums. Therefore each sum of 128 products is
//! multiplied by both scales and added in f32, while the other warpgroup multiplies.
//!
//! The rest is the one product, [`products_by_wgmma!`](crate::products_by_wgmma). `Gpu::gemm_scaled` of
//! `tilework-host` launches these kernels.

use core::array::from_fn;

use tilework::bound::TwoModes;
use tilework::{Dyn, Layout};

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::epilogue::{Eight, Epilogue};
use crate::gemm_f16::{OfA, OfB, OfC};
use crate::gemm_wgmma::*;
use crate::scheduler::{Batched, Batches, OfStep};

type N = Dyn<u32>;
/// The layout of scales: `(row, batch)` for row scales, and `(row, step)` for block scales. There a row is a row of `A`
/// or a block of 128 rows of `B`, and a step is 128 columns of `k`.
pub type Scales = Layout!((N,N):(N,N));

/// `C(i,j) = a(i) b(j) sum`: a scale for each row of `A`, and one for each row of `B`, with the layouts `(m, batch)`
/// and `(n, batch)`.
#[derive(Clone, Copy)]
pub struct ScaledByRows {
    /// The scales of `A`.
    pub a: Input<f32, Scales>,
    /// The scales of `B`.
    pub b: Input<f32, Scales>,
}
impl Epilogue for ScaledByRows {
    #[inline(always)]
    unsafe fn finish(self, sums: [f32; 8], of: Eight) -> [f32; 8] {
        let (of_rows, of_columns) = if of.by_columns { (self.b, self.a) } else { (self.a, self.b) };
        let scale = |of_lines: Input<f32, Scales>, line: u32| {
            // Elements outside of the result are not written, so they may take any scale.
            let last = of_lines.layout().two_modes().0.size() as u32 - 1;
            // SAFETY: each product has scales for all its rows, and at least one.
            unsafe { of_lines.tensor().at((line.min(last), of.batch)).read() }
        };
        let (rows, columns) = of.lines();
        let rows = rows.map(|row| scale(of_rows, row));
        let columns = columns.map(|column| scale(of_columns, column));
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i| sums[i] * (rows[i / 2 % 2] * columns[2 * (i / 4) + i % 2]))
    }
}

/// `C(i,j) = sum(p) a(i,p) b(j/128,p) sum`, with the sums over each 128 columns `p` of `A` and `B`. Each row of `A` has
/// a scale for these columns, and each 128 x 128 elements of `B` have one. The layouts are `(m, ceil(k/128))` and
/// `(ceil(n/128), ceil(k/128))`. The result is row-major, of one product.
#[derive(Clone, Copy)]
pub struct ScaledByBlocks {
    /// The scales of `A`.
    pub a: Input<f32, Scales>,
    /// The scales of `B`.
    pub b: Input<f32, Scales>,
}
impl Epilogue for ScaledByBlocks {
    #[inline(always)]
    unsafe fn finish(self, sums: [f32; 8], _: Eight) -> [f32; 8] {
        sums
    }
    const BY_STEPS: bool = true;
    #[inline(always)]
    unsafe fn scales<const BLOCKS: usize>(
        self,
        [_, column]: [u32; 2],
        row: u32,
        step: usize,
    ) -> OfStep<BLOCKS> {
        let (a, b) = (self.a.tensor(), self.b.tensor());
        let last = |of: Input<f32, Scales>| of.layout().two_modes().0.size() as u32 - 1;
        let last_step = (self.a.layout().two_modes().1.size() as u32 - 1) as usize;
        let step = if step < last_step { step } else { last_step };
        let rows = [row, row + 8].map(|row| row.min(last(self.a)) as usize);
        let blocks: [usize; BLOCKS] =
            from_fn(|i| (column as usize / 128 + i).min(last(self.b) as usize));
        // The beginning of a row of scales is the same in all steps.
        // SAFETY: there are scales for all rows and blocks, and for all steps, of which there is at least one.
        unsafe {
            OfStep {
                rows: rows.map(|row| a.slice_unchecked((row, ..)).at(step).read()),
                blocks: blocks.map(|block| b.slice_unchecked((block, ..)).at(step).read()),
            }
        }
    }
}

/// Returns whether [`gemm_e4m3_blocks`] is faster than [`gemm_e4m3_blocks_128`]. The tiles of the latter are half as
/// wide, and took 0.53 of the time on an H100.
pub fn is_wide_enough(m: u32, n: u32, multiprocessors: u32) -> bool {
    fn turns<G: Parameters>(m: u32, n: u32, multiprocessors: u32) -> u64 {
        let [rows, columns] = G::tiles(m, n).map(u64::from);
        (rows * columns).div_ceil((u64::from(multiprocessors) / G::BLOCKS as u64).max(1))
    }
    let wide = turns::<GemmE4m3Blocks>(m, n, multiprocessors);
    100 * wide <= 53 * turns::<GemmE4m3Blocks128>(m, n, multiprocessors)
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident $scales:ident $product:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// The extents are arbitrary, as long as rows of `A`, `B` and `C` begin at multiples of 16 bytes.
        /// `Gpu::gemm_scaled` of `tilework-host` launches it.
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<Batched<OfA<$kernel>>>,
            b: &TensorMap<Batched<OfB<$kernel>>>,
            c: &TensorMap<Batched<OfC<$kernel>>>,
            tiles: [u32; 3],
            steps: u32,
            scales_a: Input<f32, Scales>,
            scales_b: Input<f32, Scales>,
        ) {
            // SAFETY: as promised.
            unsafe {
                let epilogue = $scales { a: scales_a, b: scales_b };
                $product(Batches { a, b, c, tiles, epilogue }, steps);
            }
        }
    )*};
}
entries! {
    /// `C = A Bᵀ` of e4m3 with row scales, to bf16: [`ScaledByRows`].
    gemm_e4m3_rows ScaledByRows e4m3 GemmE4m3;
    /// `C = A Bᵀ` of e4m3 with scales for blocks of 128, to bf16: [`ScaledByBlocks`].
    gemm_e4m3_blocks ScaledByBlocks e4m3_blocks GemmE4m3Blocks;
    /// The same in tiles of 128 x 128.
    gemm_e4m3_blocks_128 ScaledByBlocks e4m3_blocks_128 GemmE4m3Blocks128;
}
