//! Softmax of rows: a block keeps a row in registers, and its threads combine numbers by shuffles and through shared
//! memory.

use tilework::{Dyn, Layout, Tensor, layout};
use tilework_device::proof::covers_once;

use crate::device::*;

/// Consecutive rows of 4096 f32 in vectors of 4: each of 256 threads has 4 vectors of a row.
type Rows = Layout!(((256,4),N):((1,256),1024));
type N = Dyn<u32>;
const _: () = covers_once(layout!((256,4):(1,256)), 1024);

/// `to(j, i) = exp(from(j, i)) / sum of exp(from(.., i))`, where the largest number of the row is first subtracted from
/// each.
#[kernel(threads = 256, blocks = rows.extents().1)]
pub unsafe fn softmax(from: *const F32x4, to: *mut F32x4, rows: Rows) {
    // SAFETY: the host launches a block of 256 threads for each row.
    unsafe {
        let (t, [row, ..]) = (thread::<256>(), block());
        let own = ((t, ..), row);
        let from = Tensor::from_raw_parts(Global::new(from), rows).slice_unchecked(own);
        let to = Tensor::from_raw_parts(Global::new(to), rows).slice_unchecked(own);

        let x = from.load();
        let mut most = x[0].0[0];
        layout!(16).unroll(|i, _| most = larger(most, x[i / 4].0[i % 4]));
        let most = over_block(t, most, larger);
        let powers = |x: f32| exp2((x - most) * core::f32::consts::LOG2_E);
        let powers = [0, 1, 2, 3].map(|i| x[i].0.map(powers));
        let mut sum = 0.0;
        layout!(16).unroll(|i, _| sum += powers[i / 4][i % 4]);
        let each = 1.0 / over_block(t, sum, |x, y| x + y);
        to.write_each(|i| F32x4::of(powers[i].map(|power| power * each)));
    }
}

/// Combines the numbers of the 256 threads of a block: each warp by shuffles, then the 8 results of the warps.
///
/// # Safety
/// All threads of the block reach this call.
#[inline(always)]
unsafe fn over_block(t: u32, x: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    // SAFETY: as promised. Barriers separate the writes of a thread from the reads of others.
    unsafe {
        let of_warp = over_warp(x, &combine);
        let of_warps = Tensor::from_raw_parts(shared!([f32; 8]), layout!(8));
        // The numbers of an earlier call have been read.
        barrier();
        if t.is_multiple_of(32) {
            of_warps.at(t / 32).write(of_warp);
        }
        barrier();
        let all = of_warps.load();
        let mut combined = all[0];
        layout!(7).unroll(|i, _| combined = combine(combined, all[i + 1]));
        combined
    }
}
