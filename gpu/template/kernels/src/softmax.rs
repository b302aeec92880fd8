//! Softmax of rows of 4096 numbers.

use tilework::layout;
use tilework_device::*;

use crate::layer_norm::Rows;

/// `to(j, i) = exp(from(j, i)) / sum of exp(from(.., i))`, with a block of 256 threads for each row. The largest number of
/// the row is subtracted first, so that no power overflows.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn softmax(
    mut here: Here<256>,
    from: Input<F32x4, Rows, OfThreads>,
    to: Output<F32x4, Rows, OfThreads>,
) {
    let x = from.own(&here).load();
    let mut most = x[0].0[0];
    layout!(16).unroll(|i, _| most = larger(most, x[i / 4].0[i % 4]));
    let most = here.over_block(most, larger);
    let power = |x: f32| exp2((x - most) * core::f32::consts::LOG2_E);
    let powers = [0, 1, 2, 3].map(|i| x[i].0.map(power));
    let mut sum = 0.0;
    layout!(16).unroll(|i, _| sum += powers[i / 4][i % 4]);
    let each = 1.0 / here.over_block(sum, |x, y| x + y);
    to.own(&here).write_each(|i| F32x4::of(powers[i].map(|power| power * each)));
}
