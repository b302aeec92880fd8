//! How the results of compositions, complements, divides and products come about.
//!
//! The numbers are those of the algorithms, whose steps on single modes are called here too. What
//! an operation comes to is its result, or its error; the explanation decides neither.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Write};

mod bits;

use super::evaluate::{Arguments, Blame, Operand};
use super::{Operation, Reason, Value};
use crate::arithmetic_tuple::ArithmeticTuple;
use crate::coalesce::coalesced_extended;
use crate::complement::integer_complement;
use crate::composition::by_coordinates::{AtPlace, places};
use crate::composition::compose;
use crate::error::Error;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::steps::{Rounding, cover, gap, segregated, take};
use crate::tiler::{Tiler, TilerRef};
use crate::{
    complement_ext, coordinates, crd2idx, function_to_layout, logical_divide, logical_divide_ceil,
    logical_product,
};

/// The most values that are tried to show that there is no layout.
const VALUES: i64 = 1 << 12;

/// The most values that stand in a line.
const IN_LINE: usize = 16;

/// The result of the operation. Writes to `text` how it came about.
pub(super) fn call(
    operation: &Operation,
    operands: &[Operand],
    text: &mut String,
) -> Result<Option<Value>, Blame> {
    let result = operation.call(operands);
    if let Err(Blame { reason, .. }) = &result
        && !matches!(reason, Reason::Algebra(_))
    {
        return result.map(Some);
    }
    let written: Vec<String> = operands.iter().map(|operand| operand.value.to_string()).collect();
    let mut steps = Steps { text, indent: 0 };
    steps.line(format_args!("{}({})", operation.name, written.join(", ")));
    steps.indent = 1;
    // An operand of which no layout can be made is the failure itself.
    let _ = steps.operation(operation.name, &Arguments(operands));
    match &result {
        Ok(value) => steps.line(format_args!("= {value}")),
        Err(Blame { reason, .. }) => steps.line(format_args!("no result: {reason}")),
    }
    result.map(Some)
}

/// Whether an operand of a composition has XOR strides.
fn of_bits(of: &Arguments<'_>) -> Result<bool, Blame> {
    let left = matches!(of.value(0), Value::Xor(_) | Value::Swizzle(_));
    Ok(left || matches!(of.tiler(1)?.borrow(), TilerRef::Xor(_)))
}

/// The explanation that is being written. What explains something says whether it has a result;
/// after a step without one nothing follows.
struct Steps<'a> {
    text: &'a mut String,
    indent: usize,
}

impl Steps<'_> {
    fn line(&mut self, line: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.indent);
    }

    /// The steps under a heading.
    fn under(&mut self, heading: impl Display, steps: impl FnOnce(&mut Self) -> bool) -> bool {
        self.line(heading);
        self.indent += 1;
        let done = steps(self);
        self.indent -= 1;
        done
    }

    fn operation(&mut self, name: &str, of: &Arguments<'_>) -> Result<(), Blame> {
        let (kind, form) = match name.rsplit_once("divide") {
            Some((form, _)) => ("divide", form),
            None => name.rsplit_once("product").map_or((name, ""), |(form, _)| ("product", form)),
        };
        let rounding = if name.ends_with("_ceil") { Rounding::Ceil } else { Rounding::Exact };
        match (kind, form) {
            ("composition", _) if of_bits(of)? => {
                self.composition_of_bits(of.value(0), of.tiler(1)?.borrow());
            }
            (
                "complement" | "complement_ceil" | "complement_ext" | "right_inverse"
                | "left_inverse",
                _,
            ) if matches!(of.value(0), Value::Xor(_)) => {
                if let Value::Xor(layout) = of.value(0) {
                    self.echelon(layout);
                }
            }
            ("composition", _) => {
                let (a, tiler) = (of.layout(0)?, of.tiler(1)?);
                self.by_mode("o", &a, tiler.borrow(), &mut |steps, a, b| steps.composition(a, b));
            }
            ("complement" | "complement_ceil", _) => {
                self.complement(rounding, &of.layout(0)?, Some(of.size(1)?));
            }
            ("complement_ext", _) => {
                self.complement(Rounding::Ceil, &of.layout(0)?, None);
            }
            ("divide", "logical_" | "zipped_" | "tiled_" | "flat_") => {
                let (a, tiler) = (of.layout(0)?, of.tiler(1)?);
                let done = self.by_mode("/", &a, tiler.borrow(), &mut |steps, a, b| {
                    steps.divide(rounding, a, b)
                });
                let logical = match rounding {
                    Rounding::Exact => logical_divide(&a, &tiler),
                    Rounding::Ceil => logical_divide_ceil(&a, &tiler),
                };
                self.arranged(form, done, logical);
            }
            ("product", "logical_" | "zipped_" | "tiled_" | "flat_") => {
                let (a, tiler) = (of.layout(0)?, of.tiler(1)?);
                let done =
                    self.by_mode("*", &a, tiler.borrow(), &mut |steps, a, b| steps.product(a, b));
                self.arranged(form, done, logical_product(&a, &tiler));
            }
            ("product", "blocked_" | "raked_") => {
                let (a, b) = (of.layout(0)?, of.layout(1)?);
                let first = if form == "blocked_" { "A" } else { "B" };
                if self.product(&a, &b) {
                    self.line(format_args!("each mode of A with one of the copies, {first} first"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// How the modes of a logical divide or product are arranged.
    fn arranged(&mut self, form: &str, done: bool, logical: Result<Layout, Error>) {
        let arrangement = match form {
            "zipped_" => "tiles in mode 0, the others in mode 1",
            "tiled_" => "tiles in mode 0, the others behind it",
            "flat_" => "tiles, then the others",
            _ => return,
        };
        if let (true, Ok(logical)) = (done, logical) {
            self.line(format_args!("{logical}, arranged: {arrangement}"));
        }
    }

    /// The explanation by mode, where the tiler is a tuple.
    fn by_mode(
        &mut self,
        operator: &str,
        a: &Layout,
        tiler: TilerRef<'_>,
        explain: &mut dyn FnMut(&mut Self, &Layout, &Layout) -> bool,
    ) -> bool {
        let tilers = match tiler {
            TilerRef::Layout(b) => return explain(self, a, b),
            TilerRef::Keep => {
                self.line(format_args!("{a} stays"));
                return true;
            }
            TilerRef::Coordinates(b) if operator == "o" => {
                let Ok(places) = places(a, b) else { return false };
                return places.into_iter().all(|AtPlace { place, part, right, .. }| {
                    let place = ArithmeticTuple::scaled(place, 1);
                    let heading = format_args!("place {place}, {part} {operator} {right}");
                    self.under(heading, |steps| explain(steps, &part, &right))
                });
            }
            // The steps are those of integers, or of matrices of bits.
            TilerRef::Coordinates(_) | TilerRef::Xor(_) => return true,
            TilerRef::Modes(tilers) => tilers,
        };
        if tilers.len() > a.rank() {
            let ranks = (tilers.len(), a.rank());
            self.line(format_args!("the tiler has {} modes, the layout {}", ranks.0, ranks.1));
            return false;
        }
        // As deep as the tiler.
        a.modes().enumerate().all(|(at, mode)| match tilers.get(at) {
            None | Some(Tiler::Keep) => {
                self.line(format_args!("mode {at}, {mode}, stays"));
                true
            }
            Some(tiler) => self
                .under(format_args!("mode {at}, {mode} {operator} {tiler}"), |steps| {
                    steps.by_mode(operator, &mode, tiler.borrow(), explain)
                }),
        })
    }

    fn composition(&mut self, a: &Layout, b: &Layout) -> bool {
        let left = coalesced_extended(a.flat_modes());
        let text = Layout::of_flat(left.clone());
        self.line(format_args!("the left side, coalesced, its last mode without end: {text}"));
        let result = compose(a, b);
        if self.rules(&left, b).is_err() {
            self.exactly(a, b, &result);
        }
        result.is_ok()
    }

    /// The rules of divisibility, leaf by leaf. An error is the rule that does not hold.
    fn rules(&mut self, left: &[Mode], b: &Layout) -> Result<(), ()> {
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
            self.line(format_args!("leaf {at} of the right side, {}", text(leaf)));
            self.indent += 1;
            let done = self.leaf(left, leaf, reach);
            self.indent -= 1;
            done?;
        }
        Ok(())
    }

    /// Whether leaves of the right side carry into one another.
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
            .map(|&(_, mode)| format!("{} spans {}", text(mode), span(mode)))
            .collect();
        self.line(format_args!(
            "the right side reaches {reach}; none of its leaves carries into the next: {}",
            spans.join(", ")
        ));
        Ok(())
    }

    /// What the modes of the left side take of a leaf.
    fn leaf(&mut self, left: &[Mode], leaf: Mode, mut reach: i64) -> Result<(), ()> {
        let mut rest = leaf;
        if leaf.shape == 1 {
            self.line("extent 1 gives 1:0");
            return Ok(());
        }
        for (at, &mode) in left.iter().enumerate() {
            let here = format!("mode {at}, {}", text(mode));
            if at + 1 == left.len() {
                let gives = product(rest.stride, mode.stride);
                self.line(format_args!(
                    "{here}, has no end: takes {}, gives {}:{gives}",
                    text(rest),
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
                    text(left_over)
                ));
            } else {
                let gives = product(taken.stride, mode.stride);
                let leaves = if all { "nothing".to_string() } else { text(left_over) };
                self.line(format_args!(
                    "{here}: takes {}:{} of {}, gives {}:{gives}, leaves {leaves}",
                    taken.extent,
                    taken.stride,
                    text(rest),
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

    /// What the values say, where the rules do not hold.
    fn exactly(&mut self, a: &Layout, b: &Layout, result: &Result<Layout, Error>) {
        self.line(match result {
            Ok(_) => "the rules do not hold, but a layout has the values all the same",
            Err(_) => "the rules do not hold",
        });
        for (at, &leaf) in b.flat_modes().iter().enumerate() {
            if leaf.shape > VALUES || leaf.shape == 1 {
                continue;
            }
            let value = |i: i64| a.offset(i.checked_mul(leaf.stride)?).ok();
            let Some(values) = (0..leaf.shape).map(value).collect::<Option<Vec<i64>>>() else {
                return;
            };
            let (is, layout) = (list(&values), function_to_layout(&values));
            let leaf = text(leaf);
            match layout {
                Ok(layout) if result.is_ok() => {
                    self.line(format_args!("leaf {at}, {leaf}: the values {is} are {layout}"));
                }
                Err(error) if result.is_err() => {
                    let rule = error.rule;
                    self.line(format_args!(
                        "no layout has the values of leaf {at}, {leaf}, {is}: {rule}"
                    ));
                    return;
                }
                _ => {}
            }
        }
        if b.size() > VALUES || result.is_ok() {
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

    /// The complement up to `n`, or without end.
    fn complement(&mut self, rounding: Rounding, layout: &Layout, n: Option<i64>) -> bool {
        let counts =
            |mode: &Mode| mode.shape > 1 && (mode.stride != 0 || rounding == Rounding::Exact);
        let mut sorted: Vec<Mode> = layout.flat_modes().iter().copied().filter(counts).collect();
        sorted.sort_by_key(|mode| mode.stride);
        let modes: Vec<String> = sorted.iter().map(|&mode| text(mode)).collect();
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

    /// `a o (b, b')`, `b'` the complement of `b` in the size of `a`.
    fn divide(&mut self, rounding: Rounding, a: &Layout, b: &Layout) -> bool {
        let size = a.size();
        let rest = integer_complement(rounding, b, size);
        let operation = rounding.operation();
        let has_rest = self.under(format_args!("rest = {operation}({b}, {size})"), |steps| {
            steps.complement(rounding, b, Some(size))
        });
        let Ok(rest) = rest else { return false };
        let Ok(both) = Layout::concatenate([b.clone(), rest.clone()]) else { return false };
        self.line(format_args!("rest = {rest}"));
        has_rest
            && self.under(format_args!("{a} o (tile, rest) = {a} o {both}"), |steps| {
                steps.composition(a, &both)
            })
    }

    /// `(a, a* o b)`
    fn product(&mut self, a: &Layout, b: &Layout) -> bool {
        let has_rest = self.under(format_args!("rest = complement_ext({a})"), |steps| {
            steps.complement(Rounding::Ceil, a, None)
        });
        let Ok(rest) = complement_ext(a) else { return false };
        self.line(format_args!("rest = {rest}"));
        let composed = has_rest
            && self.under(format_args!("copies = rest o {b}"), |steps| steps.composition(&rest, b));
        if let (true, Ok(copies)) = (composed, compose(&rest, b)) {
            self.line(format_args!("copies = {copies}"));
        }
        composed
    }
}

fn text(Mode { shape, stride }: Mode) -> String {
    format!("{shape}:{stride}")
}

fn span(Mode { shape, stride }: Mode) -> i128 {
    i128::from(shape) * i128::from(stride)
}

fn product(left: i64, right: i64) -> i128 {
    i128::from(left) * i128::from(right)
}

/// The values, or the first of them.
fn list(values: &[i64]) -> String {
    let shown: Vec<String> = values.iter().take(IN_LINE).map(|value| value.to_string()).collect();
    let more = if values.len() > IN_LINE { ", ..." } else { "" };
    format!("[{}{more}]", shown.join(", "))
}
