//! Explanations of whether a layout is tractable: each stride beside the span of the leaf before it.

use super::Steps;
use super::composition::text;
use crate::layout::Layout;
use alloc::vec::Vec;

impl Steps<'_> {
    /// Explains whether a morphism encodes the layout, leaf by leaf in the order of the strides.
    pub(super) fn tractable(&mut self, layout: &Layout) {
        let modes = layout.flat_modes();
        if let Some(at) = modes.iter().position(|mode| mode.shape < 1) {
            return self.line(format_args!("leaf {at}, {}, is empty", text(&modes[at])));
        }
        if let Some(at) = modes.iter().position(|mode| mode.stride < 0) {
            let leaf = text(&modes[at]);
            return self
                .line(format_args!("not tractable: leaf {at}, {leaf}, has a stride below 0"));
        }
        for (at, mode) in modes.iter().enumerate().filter(|(_, mode)| mode.stride == 0) {
            self.line(format_args!("leaf {at}, {}, has the stride 0 and goes nowhere", text(mode)));
        }
        let mut order: Vec<usize> = (0..modes.len()).filter(|&at| modes[at].stride > 0).collect();
        order.sort_by_key(|&at| (modes[at].stride, modes[at].shape));
        if let Some(&first) = order.first() {
            self.line(format_args!(
                "the smallest stride is that of leaf {first}, {}",
                text(&modes[first])
            ));
        }
        for pair in order.windows(2) {
            let (before, at) = (&modes[pair[0]], pair[1]);
            let mode = &modes[at];
            let (extent, stride) = (before.shape, before.stride);
            let span = i128::from(extent) * i128::from(stride);
            let leaf = pair[0];
            let (times, rest) = (i128::from(mode.stride) / span, i128::from(mode.stride) % span);
            if rest == 0 {
                self.line(format_args!(
                    "leaf {at}, {}: the stride {} is {times} times {extent} * {stride}, the span of leaf {leaf}",
                    text(mode),
                    mode.stride
                ));
            } else {
                self.line(format_args!(
                    "{layout} is not tractable: the stride {} of leaf {at} is neither 0 nor a multiple of {extent} * \
                     {stride} = {span}, the span of leaf {leaf} before it",
                    mode.stride
                ));
                return;
            }
        }
    }
}
