//! Explanations of inverses: the offsets that they take back, and the first one that they do not.

use alloc::format;

use super::Steps;
use super::composition::text;
use super::question::LISTED;
use crate::expression::arguments::Arguments;
use crate::layout::Layout;
use crate::layout::coordinate::idx2crd;
use crate::{left_inverse, offsets, right_inverse};

impl Steps<'_> {
    /// Explains an inverse of a layout of integers.
    pub(super) fn inverse(&mut self, name: &str, of: &Arguments<'_>) {
        let Ok(layout) = of.layout(0) else { return };
        if name == "left_inverse" {
            self.collision(of);
            match left_inverse(&layout) {
                Ok(inverse) => self.taken_back(&inverse),
                Err(_) => self.stride_by_stride(of),
            }
            return;
        }
        let Ok(inverse) = right_inverse(&layout) else { return };
        self.taken_back(&inverse);
        // The first offset after those that are taken back.
        let next = inverse.size();
        if layout.size() > LISTED {
            return;
        }
        let Ok(all) = offsets(&layout) else { return };
        match all.iter().position(|&offset| offset == next) {
            None => self.line(format_args!("no coordinate has the offset {next}")),
            Some(at) => {
                let Ok(at) = idx2crd(at as i64, &layout.shape()) else { return };
                self.line(format_args!(
                    "the offset {next} has the coordinate {at}, but no longer layout begins like this"
                ));
            }
        }
    }

    fn taken_back(&mut self, inverse: &Layout) {
        let mut begin = 1;
        for (at, mode) in inverse.flat_modes().iter().enumerate().filter(|(_, mode)| mode.shape > 1)
        {
            let (end, stride) = (begin * mode.shape, mode.stride);
            let mode = text(mode);
            self.line(match end == 2 * begin {
                true => format!("mode {at}, {mode}: takes {begin} to {stride}"),
                false => {
                    format!("mode {at}, {mode}: takes {begin} to {stride}, and so on below {end}")
                }
            });
            begin = end;
        }
    }
}
