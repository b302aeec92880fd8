//! Explanations of compositions: the parts of the leaves of the right side that the modes of the left side take.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use super::strides::Explained;
use crate::budget::{Budget, COMPOSITION};
use crate::error::Operation;
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::mode::Mode;
use crate::operation::coalesce::coalesced_extended;
use crate::operation::composition::by_coordinates::{AtPlace, places};
use crate::operation::composition::{compose, compose_tile};
use crate::steps::{segregated, take};
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::{coordinates, crd2idx, function_to_layout};

/// The largest number of values that are tried to show that there is no layout.
const VALUES: i64 = 1 << 12;

/// The largest number of values in a line.
const IN_LINE: usize = 16;

/// The budget of a composition that is carried out again to explain it.
pub(super) fn budget() -> Budget<'static> {
    Budget::new(Operation::Composition, COMPOSITION)
}

impl Steps<'_> {
    /// `a o b`.
    pub(super) fn composition<D: Explained>(&mut self, a: &Layout<D>, b: Tile<'_>) -> bool {
        match b {
            Tile::Layout(b) => D::composition(self, a, b),
            Tile::Coordinates(b) => {
                let Ok(places) = places(a, b) else { return false };
                for AtPlace { place, part, right, .. } in places {
                    let place = ArithmeticTuple::scaled(place, 1);
                    let heading = format_args!("place {place}, {part} o {right}");
                    if !self.under(heading, |steps| D::composition(steps, &part, &right)) {
                        return false;
                    }
                }
                true
            }
            Tile::Xor(b) => {
                self.leaves(a, b, |d, bit| d.times(bit).map(Xor::bits));
                compose_tile(a, Tile::Xor(b), &budget()).is_ok()
            }
        }
    }

    /// Explains `a o b`, mode by mode of `a`.
    pub(super) fn by_rules<D: Explained>(&mut self, a: &Layout<D>, b: &Layout) -> bool {
        if let Err(error) = a.positive_but_last(Operation::Composition) {
            self.line(format_args!("the left side is empty before its last mode: {}", error.rule));
            return false;
        }
        let left = coalesced_extended(a.flat_modes());
        let text = Layout::of_flat(left.clone());
        self.line(format_args!("the left side, coalesced, its last mode without end: {text}"));
        let result = compose(a, b, &budget());
        if self.rules(&left, b).is_err() {
            self.line(match &result {
                Ok(_) => "the rules do not hold, but a layout has the values all the same",
                Err(_) => "the rules do not hold",
            });
            D::exactly(self, a, b, result.is_ok());
        }
        result.is_ok()
    }

    /// Explains the rules of divisibility, leaf by leaf. An error means that a rule is broken.
    fn rules<D: Explained>(&mut self, left: &[Mode<D>], b: &Layout) -> Result<(), ()> {
        let right = b.flat_modes();
        let mut reach = 0i64;
        if let [first, _, ..] = left {
            for mode in right.iter().filter(|mode| mode.shape > 1) {
                let last = (mode.shape - 1).checked_mul(mode.stride).filter(|&last| last >= 0);
                reach = last.and_then(|last| reach.checked_add(last)).ok_or(())?;
            }
            if reach < first.shape {
                self.line(format_args!(
                    "the right side reaches {reach}, which is in the first mode, below {}",
                    first.shape
                ));
            } else {
                self.segregation(right, reach)?;
            }
        }
        for (at, &leaf) in right.iter().enumerate() {
            self.line(format_args!("leaf {at} of the right side, {}", text(&leaf)));
            self.indent += 1;
            let done = self.leaf(left, leaf, reach);
            self.indent -= 1;
            done?;
        }
        Ok(())
    }

    /// Explains whether leaves of the right side carry into one another.
    fn segregation(&mut self, right: &[Mode], reach: i64) -> Result<(), ()> {
        let mut leaves: Vec<(usize, Mode)> = right.iter().copied().enumerate().collect();
        leaves.retain(|(_, mode)| mode.shape > 1 && mode.stride > 0);
        let checked = segregated(&mut leaves);
        if let Err(error) = checked {
            self.line(format_args!("the right side reaches {reach}: {}", error.rule));
            return Err(());
        }
        let spans: Vec<String> = leaves
            .iter()
            .map(|&(_, mode)| format!("{} spans {}", text(&mode), span(mode)))
            .collect();
        self.line(format_args!(
            "the right side reaches {reach}; none of its leaves carries into the next: {}",
            spans.join(", ")
        ));
        Ok(())
    }

    /// Explains what the modes of the left side take of a leaf.
    fn leaf<D: Explained>(
        &mut self,
        left: &[Mode<D>],
        leaf: Mode,
        mut reach: i64,
    ) -> Result<(), ()> {
        let mut rest = leaf;
        if leaf.shape == 1 {
            self.line("extent 1 gives 1:0");
            return Ok(());
        }
        for (at, mode) in left.iter().enumerate() {
            let here = format!("mode {at}, {}", text(mode));
            if at + 1 == left.len() {
                let gives = scaled(&mode.stride, rest.stride);
                self.line(format_args!(
                    "{here}, has no end: takes {}, gives {}:{gives}",
                    text(&rest),
                    rest.shape
                ));
                return Ok(());
            }
            let taken = match take(mode.shape, (rest.shape, rest.stride), || reach) {
                Ok(taken) => taken,
                Err(error) => {
                    self.line(format_args!("{here}: {}: {}", error.rule.name(), error.rule));
                    return Err(());
                }
            };
            let left_over = Mode { shape: taken.rest.0, stride: taken.rest.1 };
            let all = left_over.shape == 1;
            if taken.extent == 1 && !all {
                self.line(format_args!(
                    "{here}: the stride {} is {} times the extent: steps over it, leaves {}",
                    rest.stride,
                    left_over.stride,
                    text(&left_over)
                ));
            } else {
                let gives = scaled(&mode.stride, taken.stride);
                let leaves = if all { "nothing".to_string() } else { text(&left_over) };
                self.line(format_args!(
                    "{here}: takes {}:{} of {}, gives {}:{gives}, leaves {leaves}",
                    taken.extent,
                    taken.stride,
                    text(&rest),
                    taken.extent
                ));
            }
            if all {
                return Ok(());
            }
            rest = left_over;
            reach /= mode.shape;
        }
        Ok(())
    }

    /// Explains the decision by values, if the rules do not hold.
    pub(super) fn exactly(&mut self, a: &Layout, b: &Layout, has_result: bool) {
        for (at, &leaf) in b.flat_modes().iter().enumerate() {
            if leaf.shape > VALUES || leaf.shape == 1 {
                continue;
            }
            let value = |i: i64| a.offset(i.checked_mul(leaf.stride)?).ok();
            let Some(values) = (0..leaf.shape).map(value).collect::<Option<Vec<i64>>>() else {
                return;
            };
            let (is, layout) = (list(&values), function_to_layout(&values));
            let leaf = text(&leaf);
            match layout {
                Ok(layout) if has_result => {
                    self.line(format_args!("leaf {at}, {leaf}: the values {is} are {layout}"));
                }
                Err(error) if !has_result => {
                    let rule = error.rule;
                    self.line(format_args!(
                        "no layout has the values of leaf {at}, {leaf}, {is}: {rule}"
                    ));
                    return;
                }
                _ => {}
            }
        }
        if b.size() > VALUES || has_result {
            return;
        }
        let Ok(all) = coordinates(&b.shape()) else { return };
        for coordinate in all {
            let values = crd2idx(&coordinate, b).and_then(|i| a.offset(i));
            let parts = coordinate.leaves().iter().zip(b.flat_modes());
            let alone = parts.map(|(c, mode)| a.offset(c.checked_mul(mode.stride)?).ok());
            let sum: Option<i128> = alone.map(|value| value.map(i128::from)).sum();
            let (Ok(value), Some(sum)) = (values, sum) else { return };
            if i128::from(value) != sum {
                self.line(format_args!(
                    "no layout has the values: at the coordinate {coordinate} it is {value}, \
                     but the sum of what each leaf gives alone is {sum}"
                ));
                return;
            }
        }
    }
}

pub(super) fn text<D: Stride>(Mode { shape, stride }: &Mode<D>) -> String {
    format!("{shape}:{stride}")
}

fn span(Mode { shape, stride }: Mode) -> i128 {
    i128::from(shape) * i128::from(stride)
}

/// The text of `n` times a stride, which may not fit.
fn scaled<D: Stride>(stride: &D, n: i64) -> String {
    stride.times(n).map_or_else(|| format!("{n} * {stride}"), |scaled| scaled.to_string())
}

/// The values, or the first few of them.
fn list(values: &[i64]) -> String {
    let shown: Vec<String> = values.iter().take(IN_LINE).map(|value| value.to_string()).collect();
    let more = if values.len() > IN_LINE { ", ..." } else { "" };
    format!("[{}{more}]", shown.join(", "))
}
