//! Sort of modes whose order the types know.

use crate::mode::Mode;

/// The modes by stride, those of one stride by extent.
pub fn sort(modes: &[Mode], out: &mut [Mode]) {
    let key = |mode: &Mode| (mode.stride, mode.shape);
    for (count, mode) in modes.iter().enumerate() {
        let at = out[..count].partition_point(|before| key(before) <= key(mode));
        out.copy_within(at..count, at + 1);
        out[at] = *mode;
    }
}
