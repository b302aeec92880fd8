//! Explanations of XOR strides, bit by bit.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use super::strides::Explained;
use crate::layout::Layout;
use crate::stride::Stride;
use crate::stride::xor::Xor;

impl Steps<'_> {
    /// Explains `a o b` if one of them has XOR strides: the value that the left side gives to each bit of the right
    /// side. `offset` returns the offset of a stride of `b` at a bit.
    pub(super) fn leaves<D: Explained, E: Stride>(
        &mut self,
        a: &Layout<D>,
        b: &Layout<E>,
        offset: impl Fn(&E, i64) -> Option<i64>,
    ) {
        self.line("the left side takes sums of bits to sums, where they do not carry");
        for (at, leaf) in b.flat_modes().iter().enumerate() {
            self.line(format_args!("leaf {at} of the right side, {}:{}", leaf.shape, leaf.stride));
            self.indent += 1;
            if leaf.shape == 1 {
                self.line("extent 1 gives 1:0");
            }
            for bit in bits(leaf.shape) {
                let there = offset(&leaf.stride, bit).and_then(|x| Some((x, a.offset(x).ok()?)));
                let Some((x, y)) = there else { break };
                self.line(format_args!("at {bit} it is {x}, which becomes {}", D::written(&y)));
            }
            self.indent -= 1;
        }
    }

    /// Explains the bits of a layout with XOR strides, and the leading bits of the values.
    pub(super) fn echelon(&mut self, layout: &Layout<Xor>) {
        let mut pivots: Vec<i64> = Vec::new();
        let mut values: Vec<String> = Vec::new();
        for mode in layout.flat_modes() {
            for bit in bits(mode.shape) {
                let Some(value) = mode.stride.times(bit).map(Xor::bits) else { return };
                values.push(value.to_string());
                let rest = pivots.iter().fold(value, |rest, &pivot| rest.min(rest ^ pivot));
                if rest == 0 {
                    self.line(format_args!("the value {value} is a sum of those before it"));
                } else {
                    pivots.push(rest);
                    // The largest comes first, so each leading bit is eliminated once.
                    pivots.sort_unstable_by(|a, b| b.cmp(a));
                }
            }
        }
        self.line(format_args!("the bits of its coordinates have the values {}", list(&values)));
        let leading = |pivot: &i64| 1_i64 << (63 - pivot.leading_zeros());
        let mut begin: Vec<i64> = pivots.iter().map(leading).collect();
        begin.sort_unstable();
        let end = begin.last().map_or(1, |last| 2 * i128::from(*last));
        let all = (0..63).map(|place| 1_i64 << place).take_while(|&bit| i128::from(bit) < end);
        let none: Vec<String> =
            all.filter(|bit| !begin.contains(bit)).map(|bit| bit.to_string()).collect();
        let begin: Vec<String> = begin.iter().map(i64::to_string).collect();
        self.line(format_args!(
            "their sums begin with the bits {}, with {} they do not; all are below {end}",
            list(&begin),
            list(&none)
        ));
    }
}

/// The bits of coordinates below an extent.
fn bits(extent: i64) -> impl Iterator<Item = i64> {
    (0..63).map(|place| 1_i64 << place).take_while(move |&bit| bit < extent)
}

/// The numbers, separated by commas.
fn list(numbers: &[String]) -> String {
    if numbers.is_empty() { "none".to_string() } else { numbers.join(", ") }
}
