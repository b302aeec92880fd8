//! Layer normalization of rows of 4096 numbers.

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// Rows in vectors of 4; each of 256 threads has 4 vectors of a row.
pub type Rows = Layout!(((256,4),N):((1,256),1024));
/// One row.
pub type Row = Layout!((256,4):(1,256));

/// One row.
pub fn row() -> Row {
    layout!((256,4):(1,256))
}

/// The layout of `count` rows.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn rows(count: u32) -> Result<Rows, Error> {
    try_layout!(((256,4),count):((1,256),1024))
}

/// `to = (from - mean) / sqrt(variance + epsilon) scale + shift`, with a block of 256 threads for each row.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn layer_norm(
    mut here: Here<256>,
    from: Input<F32x4, Rows, OfThreads>,
    scale: Input<F32x4, Row>,
    shift: Input<F32x4, Row>,
    to: Output<F32x4, Rows, OfThreads>,
    epsilon: f32,
) {
    let x = from.own(&here).load();
    let own = (here.thread(), ..);
    let (scale, shift) = (scale.tensor().slice(own).load(), shift.tensor().slice(own).load());
    let mut mean_of = |f: &dyn Fn(f32) -> f32| {
        let mut sum = 0.0;
        layout!(16).unroll(|i, _| sum += f(x[i / 4].0[i % 4]));
        here.over_block(sum, |x, y| x + y) / 4096.0
    };
    let mean = mean_of(&|x| x);
    let each = rsqrt(mean_of(&|x| (x - mean) * (x - mean)) + epsilon);
    let normal =
        |i: usize, j: usize| mul_add((x[i].0[j] - mean) * each, scale[i].0[j], shift[i].0[j]);
    to.own(&here).write_each(|i| F32x4::of([0, 1, 2, 3].map(|j| normal(i, j))));
}
