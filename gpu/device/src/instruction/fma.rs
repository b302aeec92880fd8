//! Scalar multiply-adds by the threads of a warp, without tensor cores.

use tilework::algebra::atom as value;
use tilework::typenum::{U1, U4, U8, U32};
use tilework::{Layout, Static};
use tilework_atom::Mma;

use super::{MmaSync, mul_add};

/// One multiply-add by each of the 8 x 4 threads of a warp, as an instruction with 8 rows of `A`, 4 columns of `B` and
/// a depth of 1. Each thread has a row and a column. If a thread has 4 rows and 4 columns, a warp reads 8 vectors of
/// `A` and 4 of `B`.
///
/// ```
/// use tilework_device::atom::TiledMma;
/// use tilework::{Tensor, layout, typenum::{U1, U8}};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: one warp, all of whose threads come to the multiplications.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     let t = thread::<32>() as usize;
/// // Each thread has 4 consecutive rows of the 32, and 2 consecutive columns of the 8.
///     let mma = TiledMma::new(Fma8x4, layout!((1,1,1))).permuted(layout!(<(8,4):(4,1),(4,2):(2,1),1>));
///     let at = Tensor::coordinates(layout!((32,8):(e0,e1)));
///     let mut sums = Fragment::zeros_of(&mma.thread(t).partition_c(&at));
///     let rows: Fragment<[f32; 4], U1> = Fragment::new([[1.0, 2.0, 3.0, 4.0]].into());
///     let columns: Fragment<[f32; 2], U1> = Fragment::new([[1.0, 10.0]].into());
///     gemm(Fma8x4, &(rows, columns), &mut sums);
///     sums.with_coordinates(mma.thread(t).partition_c(&at), |x, (row, column)| {
///         let tens = if column % 2 == 0 { 1.0 } else { 10.0 };
///         assert_eq!(x, (row % 4 + 1) as f32 * tens);
///     });
/// });
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fma8x4;
impl Mma for Fma8x4 {
    const VALUE: &'static value::Mma = &value::Mma {
        name: "fma.8x4",
        source: "one element of each matrix for each thread",
        shape: [8, 4, 1],
        a: "((8,4),1):((1,0),0)",
        b: "((8,4),1):((0,1),0)",
        c: "((8,4),1):((1,8),0)",
    };
    type Threads = Static<U32>;
    type M = Static<U8>;
    type N = Static<U4>;
    type K = Static<U1>;
    type A = Layout!(((8,4),1):((1,0),0));
    type B = Layout!(((8,4),1):((0,1),0));
    type C = Layout!(((8,4),1):((1,8),0));
}
impl MmaSync<[f32; 1], [f32; 1], [f32; 1]> for Fma8x4 {
    const COLUMN_BY_COLUMN: bool = true;
    #[inline(always)]
    unsafe fn mma_sync([sum]: &mut [f32; 1], [a]: [f32; 1], [b]: [f32; 1]) {
        *sum = mul_add(a, b, *sum);
    }
}
