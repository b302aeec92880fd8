//! Printing from a thread that finds an error.

use tilework_device::*;

/// Prints a word of the first thread. A word of 0, which does not occur, would end it with an error.
#[kernel]
pub unsafe fn printed(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and a word for each thread.
    unsafe {
        let lane = thread::<32>();
        let x = Global::new(from).offset(lane as usize).read();
        if lane == 0 {
            printf(c"thread %llu has %llx, %f\n", [lane.into(), x.into(), 0.5_f32.into()]);
        }
        assert_that(x != 0, c"a word is 0");
        Global::new(to.cast_const()).offset(lane as usize).write(x);
    }
}
