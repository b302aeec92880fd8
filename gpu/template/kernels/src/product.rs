//! Products of matrices of 8-bit integers, with 32-bit sums.

use tilework::Layout;
use tilework_device::*;

use crate::matrix::ByRows;

/// The part of `A` that a warp multiplies at a time: 16 rows of 8 words, of 4 integers each. The threads are
/// `(word, row)`, and each has values `(row, word)`.
pub type OfA = OfTiles<Layout!((16, 8)), Layout!(((4,8),(2,2)):((16,1),(8,64)))>;
/// The same of `B`: 8 rows of 8 words.
pub type OfB = OfTiles<Layout!((8, 8)), Layout!(((4,8),2):((8,1),32))>;
/// The sums of a warp: 16 rows of 8 columns. The threads are `(column, row)`, and each has values `(column, row)`.
pub type OfC = OfTiles<Layout!((16, 8)), Layout!(((4,8),(2,2)):((32,1),(16,8)))>;

/// `C = A Bᵀ`, where a block of one warp computes 16 x 8 elements. The rows of `A` and `B` are whole words; all extents are
/// arbitrary otherwise.
#[kernel(threads = 32, blocks = blocks_for(c.layout().extents(), (16, 8)))]
pub fn product(
    here: Here<32>,
    a: Input<u32, ByRows, OfA>,
    b: Input<u32, ByRows, OfB>,
    c: Output<i32, ByRows, OfC>,
) {
    let ([x, y, _], words) = (here.block(), a.layout().extent::<1>());
    let mut sums = [0; 4];
    for k in 0..words.div_ceil(8) as u32 {
        let of_a = a.tile(&here, [x, k, 0]).or(0).load().into();
        let of_b = b.tile(&here, [y, k, 0]).or(0).load().into();
        // SAFETY: a tensor core needs all threads of the warp at one place. The loop has as many turns in each of them.
        unsafe { mma_sync_s8(&mut sums, of_a, of_b) };
    }
    c.own(&here).write_each(|i| sums[i]);
}
