//! The sum of two matrices, and its rows divided by their root mean square.

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// `(vector, row)`: rows of numbers in vectors of 4.
pub type Rows = Layout!((N,N):(1,N));
/// The weights, the same for all rows.
pub type Weights = Layout!((N,N):(1,0));
/// A row for each block. Each of 256 threads has 4 vectors of it.
pub type OfRows = OfTiles<Layout!((1024, 1)), Layout!((256,4):(1,256))>;

/// The layout of `count` rows of `vectors` vectors.
///
/// # Errors
/// If there are more vectors than fit 32 bits.
pub fn rows(vectors: u32, count: u32) -> Result<Rows, Error> {
    try_layout!((vectors,count):(1,vectors))
}
/// The layout of the weights of `count` rows.
///
/// # Errors
/// If there are more vectors than fit 32 bits.
pub fn weights(vectors: u32, count: u32) -> Result<Weights, Error> {
    try_layout!((vectors,count):(1,0))
}

/// A block for each row.
///
/// # Errors
/// If a row is longer than a tile.
#[cfg(not(target_arch = "nvptx64"))]
pub fn blocks(rows: Rows) -> Result<[u32; 3], String> {
    match rows.extents() {
        (..=1024, count) => launch::blocks_for((1_u32, count as u32), (1, 1)),
        (vectors, _) => {
            Err(format!("rms_norm: a block has 1024 vectors of a row, and rows have {vectors}"))
        }
    }
}

/// `sum = from + residual` and `to = sum / sqrt(mean of sum² + epsilon) weight`, for rows of at most 4096 numbers.
#[kernel(threads = 256, blocks = blocks(to.layout()))]
pub fn rms_norm(
    mut here: Here<256>,
    from: Input<F32x4, Rows, OfRows>,
    residual: Input<F32x4, Rows, OfRows>,
    weight: Input<F32x4, Weights, OfRows>,
    sum: Output<F32x4, Rows, OfRows>,
    to: Output<F32x4, Rows, OfRows>,
    epsilon: f32,
) {
    let none = F32x4::of([0.0; 4]);
    let (x, y) = (from.own(&here).or(none).load(), residual.own(&here).or(none).load());
    let weight = weight.own(&here).or(none).load();
    let added = [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| x[i].0[j] + y[i].0[j]));
    sum.own(&here).write_each(|i| F32x4::of(added[i]));
    let mut squares = 0.0;
    layout!(16).unroll(|i, _| {
        squares = mul_add(added[i / 4][i % 4], added[i / 4][i % 4], squares);
    });
    let count = 4 * to.layout().extent::<0>() as u32;
    let mean = here.over_block(squares, |x, y| x + y) / count as f32;
    let each = rsqrt(mean + epsilon);
    to.own(&here)
        .write_each(|i| F32x4::of([0, 1, 2, 3].map(|j| added[i][j] * each * weight[i].0[j])));
}
