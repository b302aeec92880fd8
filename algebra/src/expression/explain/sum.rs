//! Explanations of sums of layouts and of common domains: the ends of modes that divide one another.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::int::gcd;
use crate::layout::Layout;
use crate::operation::coalesce::coalesce;
use crate::operation::greatest_common_domain::Common;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;

impl Steps<'_> {
    pub(super) fn layout_add(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        match (&*of.plain(0), &*of.plain(1)) {
            (Value::Coordinates(a), Value::Coordinates(b)) => {
                self.sum(a, b);
            }
            (Value::Xor(a), Value::Xor(b)) => {
                self.sum(a, b);
            }
            (Value::Coordinates(_) | Value::Xor(_), _)
            | (_, Value::Coordinates(_) | Value::Xor(_)) => {}
            _ => {
                let (a, b) = (of.layout(0)?, of.layout(1)?);
                if let Some(apart) = self.sum(&a, &b) {
                    self.steps_apart(&a, &b, apart);
                }
            }
        }
        Ok(())
    }

    /// Explains a sum. Returns the ends that do not divide each other.
    fn sum<D: Stride>(&mut self, a: &Layout<D>, b: &Layout<D>) -> Option<(i64, i64)> {
        if a.size() != b.size() {
            let (a, b) = (a.size(), b.size());
            self.line(format_args!("A has {a} coordinates, B has {b}"));
            return None;
        }
        let (a, b) = (coalesce(a), coalesce(b));
        if a.is_empty() {
            return None;
        }
        self.line(format_args!("coalesced, A is {a} and B is {b}"));
        let apart = self.common_domain(&a.shape(), &b.shape());
        let (s, t) = (a.shape(), b.shape());
        let common = common(&s, &t);
        for mode in common.modes.iter().filter(|_| apart.is_none()) {
            let (Ok(x), Ok(y)) = (a.offset(mode.stride), b.offset(mode.stride)) else {
                return None;
            };
            self.line(format_args!(
                "{} steps of {}: A has {x} at {}, B has {y}",
                mode.shape, mode.stride, mode.stride
            ));
        }
        apart
    }

    /// Explains the common domain of two shapes. Returns the ends that do not divide each other.
    pub(super) fn common_domain(&mut self, a: &IntTuple, b: &IntTuple) -> Option<(i64, i64)> {
        let is_shape = |shape: &IntTuple| shape.leaves().iter().all(|&extent| extent > 0);
        if [a, b].into_iter().any(|shape| shape.size().is_err() || !is_shape(shape)) {
            return None;
        }
        self.line(format_args!("the leaves of A end at {}, those of B at {}", ends(a), ends(b)));
        let Common { modes, apart } = common(a, b);
        for mode in &modes {
            let (begin, end) = (mode.stride, mode.stride * mode.shape);
            let (x, y) = (leaf(a, begin), leaf(b, begin));
            self.line(format_args!(
                "from {begin} to {end} both are in one leaf, {x} of A and {y} of B: {}:{begin}",
                mode.shape
            ));
        }
        if let Some((end, other)) = apart {
            self.line(format_args!(
                "the ends {end} of A and {other} of B do not divide each other"
            ));
        }
        apart
    }

    /// Shows that a sum is no layout.
    fn steps_apart(&mut self, a: &Layout, b: &Layout, (p, q): (i64, i64)) {
        let g = gcd(p, q);
        let value = |i: i64| Some(i128::from(a.offset(i).ok()?) + i128::from(b.offset(i).ok()?));
        let step = |i: i64| Some(value(i)? - value(i - 1)?);
        let (Some(at_g), Some(at_p), Some(at_q)) = (step(g), step(p), step(q)) else { return };
        self.line(format_args!(
            "the sum rises by {at_g} at {g}, by {at_p} at {p} and by {at_q} at {q}: a layout rises at {p} or at {q} as at \
             their divisor {g}"
        ));
    }
}

fn common(a: &IntTuple, b: &IntTuple) -> Common {
    Common::of(a.leaves().iter().copied(), b.leaves().iter().copied())
}

/// Where the leaves end: the products of the extents up to each of them.
fn ends(shape: &IntTuple) -> String {
    let ends = shape.leaves().iter().scan(1, |end, extent| {
        *end *= extent;
        Some(*end)
    });
    let ends: Vec<String> = ends.map(|end| end.to_string()).collect();
    if ends.is_empty() { "1".to_string() } else { ends.join(", ") }
}

/// The leaf that has the step `at`.
fn leaf(shape: &IntTuple, at: i64) -> String {
    let mut begin = 1;
    for (leaf, &extent) in shape.leaves().iter().enumerate() {
        if at < begin * extent {
            return format!("leaf {leaf}");
        }
        begin *= extent;
    }
    "none".to_string()
}
