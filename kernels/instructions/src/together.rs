//! Instructions that all threads of a warp come to together, between two branches on one condition: what an optimiser copies into both.

use tilework_kernel::device::*;

/// Half a warp takes another way before `stmatrix` and after it.
#[kernel]
pub unsafe fn matrices_between_branches(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, a word of `from` and 4 of `to` for each thread, and shared memory for 32 rows of 16 bytes.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) = (Global::new(from), Global::new(to.cast_const()));
        let row = Shared::<u32>::array::<128>().offset(4 * lane);
        let x = from.offset(lane).read();
        if lane < 16 {
            to.offset(4 * lane).write(x);
        }
        stmatrix_x4(row, [x, x + 1, x + 2, x + 3]);
        if lane < 16 {
            to.offset(4 * lane + 1).write(x);
        } else {
            to.offset(4 * lane + 2).write(x);
        }
        warp_barrier();
        to.offset(4 * lane + 3).write(row.read());
    }
}
