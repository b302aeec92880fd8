//! Products of matrices of 8-bit integers, with 32-bit sums.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Dyn, Error, Layout, try_layout};
use tilework_device::*;

type N = Dyn<u32>;
/// A row-major matrix. 8-bit integers are in words of 4.
pub type ByRows = Layout!((N,N):(N,1));

/// The layout of a matrix with this many rows and columns.
///
/// # Errors
/// If there are more elements than fit 32 bits.
pub fn by_rows(rows: u32, columns: u32) -> Result<ByRows, Error> {
    try_layout!((rows,columns):(columns,1))
}

/// `C = A Bᵀ`, where a block of one warp computes 16 x 8 elements.
///
/// # Safety
/// `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`. `m`, `n` and `k` are multiples of 16, 8 and 32.
#[kernel(threads = 32, blocks = blocks_for(c.layout().extents(), (16, 8)))]
pub unsafe fn product(a: Input<u32, ByRows>, b: Input<u32, ByRows>, c: Output<i32, ByRows>) {
    // SAFETY: as promised, and each thread has elements of its own.
    unsafe {
        let (lane, [x, y, _]) = (thread::<32>(), block());
        let (g, t) = (lane / 4, lane % 4);
        let (words, a, b, c) = (a.layout().extent::<1>(), a.tensor(), b.tensor(), c.tensor());
        let mut sums = [0; 4];
        for k in (0..words as u32).step_by(8) {
            let places = [(0, 0), (8, 0), (0, 4), (8, 4)];
            let of_a = places.map(|(row, word)| a.at((16 * x + g + row, k + t + word)).read());
            let of_b = [0, 4].map(|word| b.at((8 * y + g, k + t + word)).read());
            mma_sync_s8(&mut sums, of_a, of_b);
        }
        for (i, sum) in (0..).zip(sums) {
            c.at((16 * x + g + 8 * (i / 2), 8 * y + 2 * t + i % 2)).write(sum);
        }
    }
}
