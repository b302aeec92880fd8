//! Quads: the 4 threads that share a row of the accumulators of a multiplication.

use super::shuffle;

/// The transpose of 4 x 4 registers: thread `q` of a quad gets register `q` of each thread.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn transpose_quad(x: [u32; 4], q: u32) -> [u32; 4] {
    // In each 2 x 2 block the off-diagonal registers change places: first between neighbors, then between pairs of
    // them.
    let exchange = |low: u32, up: u32, bit: u32| {
        let high = q >> bit & 1 == 1;
        // SAFETY: as promised.
        let other = unsafe { shuffle(if high { low } else { up }, 1 << bit) };
        if high { (other, up) } else { (low, other) }
    };
    let [a, b, c, d] = x;
    let ((a, b), (c, d)) = (exchange(a, b, 0), exchange(c, d, 0));
    let ((a, c), (b, d)) = (exchange(a, c, 1), exchange(b, d, 1));
    [a, b, c, d]
}
