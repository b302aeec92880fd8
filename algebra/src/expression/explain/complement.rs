//! Explanations of complements: the gaps between the modes sorted by stride.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use super::composition::text;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::steps::{Rounding, cover, gap};
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::axes::{Part, parts};
use crate::tuple::int_tuple::IntTuple;

impl Steps<'_> {
    /// Explains the complement of strides that are coordinates, place by place, in a shape or without end.
    pub(super) fn gaps_by_place(
        &mut self,
        rounding: Rounding,
        layout: &Layout<ArithmeticTuple>,
        shape: Option<&IntTuple>,
    ) -> bool {
        let profile = shape.map_or_else(|| layout.codomain(), |shape| shape.profile().clone());
        let Ok(parts) = parts(rounding.operation(), layout, &profile) else { return false };
        let mut extents = shape.into_iter().flat_map(IntTuple::leaves);
        parts.into_iter().all(|Part { place, layout, .. }| {
            let place = ArithmeticTuple::scaled(place, 1);
            let heading = format_args!("place {place}, {layout}");
            self.under(heading, |steps| steps.gaps(rounding, &layout, extents.next().copied()))
        })
    }

    /// Explains the complement of integer strides up to `n`, or without end.
    pub(super) fn gaps(&mut self, rounding: Rounding, layout: &Layout, n: Option<i64>) -> bool {
        let counts =
            |mode: &Mode| mode.shape > 1 && (mode.stride != 0 || rounding == Rounding::Exact);
        let mut sorted: Vec<Mode> = layout.flat_modes().iter().copied().filter(counts).collect();
        sorted.sort_by_key(|mode| mode.stride);
        let modes: Vec<String> = sorted.iter().map(text).collect();
        let modes = if modes.is_empty() { "none".to_string() } else { modes.join(", ") };
        self.line(format_args!("modes of extent above 1 by stride: {modes}"));
        if n.is_some_and(|n| n < 1) || sorted.first().is_some_and(|mode| mode.stride < 1) {
            return false;
        }
        let mut before = 1;
        for &mode in &sorted {
            let Mode { shape, stride } = mode;
            let Ok(extent) = gap(rounding, stride, before) else {
                self.line(format_args!("the span {before} does not go into the stride {stride}"));
                return false;
            };
            let Some(after) = mode.span() else { return false };
            self.line(format_args!(
                "the span {before} goes {extent} times into the stride {stride}: gap \
                 {extent}:{before}; the span is now {shape} * {stride} = {after}"
            ));
            before = after;
        }
        let Some(n) = n else {
            self.line(format_args!("the span {before} goes on without end: 1:{before}"));
            return true;
        };
        match cover(rounding, n, before) {
            Ok(extent) => {
                let up = if n % before == 0 { "" } else { ", rounded up" };
                self.line(format_args!(
                    "the span {before} goes {extent} times into {n}{up}: {extent}:{before}"
                ));
                true
            }
            Err(_) => {
                self.line(format_args!("the span {before} does not go into {n}"));
                false
            }
        }
    }
}
