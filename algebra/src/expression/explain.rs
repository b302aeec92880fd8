//! Explanations of results: the steps of operations, and what decides a question.
//!
//! The numbers are those of the algorithms, whose steps on single modes are called here too. The explanation does not
//! decide the result: the operation itself returns the result or the error.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Write};

mod bits;
mod cast;
mod complement;
mod composition;
mod inverse;
mod morphism;
mod question;
mod strides;
mod sum;
mod threads;
mod tractable;
mod values;

use self::strides::Explained;
use super::arguments::Arguments;
use super::operand::{Blame, Operand};
#[cfg(feature = "distribution")]
use super::operation::devices;
use super::operation::{copy, shared};
use super::{NamedOperation, Reason, Value};
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::layout::tiler::{Tiler, TilerRef};
use crate::operation::composition::compose_tile;
use crate::search::copy_plan::Copier;
use crate::search::shared_layout::Certificate;
use crate::steps::Rounding;
use crate::tuple::congruence::coarsened;
use crate::{complement_ext, image_in_range, logical_divide, logical_divide_ceil, logical_product};

/// The largest number of bytes of an explanation; the line that reaches it is still written.
const MAX_TEXT: usize = 1 << 22;

/// The result of the operation. Explains it in `text`.
pub(super) fn call(
    operation: &NamedOperation,
    operands: &[Operand],
    text: &mut String,
) -> Result<Option<Value>, Blame> {
    let result = operation.call(operands);
    if let Err(Blame { reason, .. }) = &result
        && !matches!(reason, Reason::Algebra(_))
    {
        return result.map(Some);
    }
    if text.len() > MAX_TEXT {
        return result.map(Some);
    }
    let written: Vec<String> = operands.iter().map(written).collect();
    let mut steps = Steps { text, indent: 0 };
    steps.line(format_args!("{}({})", operation.name, written.join(", ")));
    steps.indent = 1;
    // If an operand cannot be converted to a layout, that is the failure itself.
    let _ = steps.operation(operation.name, &Arguments(operands));
    match &result {
        Ok(value) => steps.line(format_args!("= {value}")),
        Err(Blame { reason, .. }) => steps.line(format_args!("no result: {reason}")),
    }
    result.map(Some)
}

/// Explains the linear layout of an encoding for the shape of a tensor.
pub(super) fn encoding(operands: &[Operand], layout: Option<&Value>, text: &mut String) {
    let mut written = operands.iter().map(written);
    let encoding = written.next().unwrap_or_default();
    let shape: Vec<String> = written.collect();
    let mut steps = Steps { text, indent: 0 };
    steps.line(match &shape[..] {
        [shape] if shape.starts_with('(') => format!("{encoding}{shape}"),
        shape => format!("{encoding}({})", shape.join(",")),
    });
    steps.indent = 1;
    if let Some(layout) = layout {
        steps.line(format_args!("= {layout}"));
    }
}

/// The text of a value. For a swizzle and an offset that still await a layout, only these two.
fn written(operand: &Operand) -> String {
    match &operand.value {
        Value::Composed(composed) if operand.awaits_layout => {
            format!("{} o {}", composed.outer(), composed.added())
        }
        value => value.to_string(),
    }
}

/// The steps for the layout that is the first operand. For a composed layout, this is its inner layout; for a swizzle,
/// it is the layout of the swizzle.
macro_rules! of_left {
    ($of:expr, |$a:ident| $steps:expr) => {
        match $of.value(0) {
            Value::Composed(composed) => {
                let $a = composed.inner();
                if !$of.0[0].awaits_layout {
                    $steps
                }
            }
            Value::ComposedXor(composed) => {
                let $a = composed.inner();
                $steps
            }
            Value::Coordinates($a) => $steps,
            Value::Xor($a) => $steps,
            Value::Swizzle(swizzle) => {
                let $a = &swizzle.to_layout();
                $steps
            }
            _ => {
                let $a = &$of.layout(0)?;
                $steps
            }
        }
    };
}

/// The explanation being written. A method that explains a step returns whether the step has a result; no further steps
/// follow one without a result.
struct Steps<'a> {
    text: &'a mut String,
    indent: usize,
}

impl Steps<'_> {
    fn line(&mut self, line: impl Display) {
        if self.text.len() > MAX_TEXT {
            return;
        }
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.indent);
    }

    /// Writes steps under a heading.
    fn under(&mut self, heading: impl Display, steps: impl FnOnce(&mut Self) -> bool) -> bool {
        self.line(heading);
        self.indent += 1;
        let done = steps(self);
        self.indent -= 1;
        done
    }

    fn operation(&mut self, name: &str, of: &Arguments<'_>) -> Result<(), Blame> {
        if self.by_morphisms(name, of) || self.question(name, of)? {
            return Ok(());
        }
        let (kind, form) = match name.rsplit_once("divide") {
            Some((form, _)) => ("divide", form),
            None => name.rsplit_once("product").map_or((name, ""), |(form, _)| ("product", form)),
        };
        let rounds = name.ends_with("_ceil") || name == "complement_ext";
        let rounding = if rounds { Rounding::Ceil } else { Rounding::Exact };
        match (kind, form) {
            ("image_in_range", _) => {
                let tiler = of.tiler(1)?;
                of_left!(of, |a| self.past_the_end(a, &tiler));
            }
            ("composition" | "admissible", _) => match (of.value(0), &*of.plain(1)) {
                // This is not by mode: a tuple is the layout under the swizzle.
                (Value::Swizzle(swizzle), Value::Layout(_) | Value::Tuple(_)) => {
                    self.composition(&swizzle.to_layout(), Tile::Layout(&of.layout(1)?));
                }
                _ => {
                    let tiler = of.tiler(1)?;
                    of_left!(of, |a| {
                        let done = self.by_mode("o", a, tiler.borrow(), &mut |steps, a, b| {
                            steps.composition(a, b)
                        });
                        if done {
                            self.past_the_end(a, &tiler);
                        }
                    });
                }
            },
            ("complement" | "complement_ceil" | "complement_ext", _) => {
                let end = of.has(1);
                let done = match &*of.plain(0) {
                    Value::Coordinates(layout) => {
                        let shape = if end { Some(of.tuple(1)?) } else { None };
                        Explained::gaps(self, rounding, layout, shape.as_ref())
                    }
                    Value::Xor(layout) => {
                        let n = if end { Some(of.size(1)?) } else { None };
                        Explained::gaps(self, rounding, layout, n.as_ref())
                    }
                    _ => {
                        let n = if end { Some(of.size(1)?) } else { None };
                        Explained::gaps(self, rounding, &of.layout(0)?, n.as_ref())
                    }
                };
                if !done {
                    self.collision(of);
                }
            }
            ("right_inverse" | "left_inverse", _) => match &*of.plain(0) {
                Value::Xor(layout) => self.echelon(layout),
                Value::Layout(_) | Value::Tuple(_) => self.inverse(name, of),
                _ => {}
            },
            ("divide", "logical_" | "zipped_" | "tiled_" | "flat_") => {
                let tiler = of.tiler(1)?;
                of_left!(of, |a| {
                    let done = self.by_mode("/", a, tiler.borrow(), &mut |steps, a, b| {
                        steps.divide(rounding, a, b)
                    });
                    let logical = match rounding {
                        Rounding::Exact => logical_divide(a, &tiler),
                        Rounding::Ceil => logical_divide_ceil(a, &tiler),
                    };
                    self.arranged(form, done, logical);
                });
            }
            ("product", "logical_" | "zipped_" | "tiled_" | "flat_") => {
                let tiler = of.tiler(1)?;
                of_left!(of, |a| {
                    let done = self
                        .by_mode("*", a, tiler.borrow(), &mut |steps, a, b| steps.product(a, b));
                    self.arranged(form, done, logical_product(a, &tiler));
                });
            }
            ("product", "blocked_" | "raked_") => {
                let b = of.layout(1)?;
                let first = if form == "blocked_" { "A" } else { "B" };
                of_left!(of, |a| {
                    if self.product(a, Tile::Layout(&b)) {
                        self.line(format_args!(
                            "each mode of A with one of the copies, {first} first"
                        ));
                    }
                });
            }
            ("shared", _) => self.shared(of)?,
            #[cfg(feature = "distribution")]
            ("redistribute", _) => self.redistribute(of)?,
            (
                "copy_plan" | "copy_plan_tile" | "copy_plan_from" | "copy_plan_to"
                | "copy_plan_read" | "copy_plan_write" | "copy_plan_shared",
                _,
            ) => self.copy_plan(of)?,
            ("copy_loops", _) => self.copy_loops(of)?,
            _ => {}
        }
        Ok(())
    }

    /// Explains the stages of a plan with their messages, and the bytes if the size of an element is given.
    #[cfg(feature = "distribution")]
    fn redistribute(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let plan = devices::plan(of)?;
        for line in plan.to_string().lines() {
            self.line(line);
        }
        if let Some(bytes) = devices::bytes(of)? {
            let (sent, least) = (plan.traffic(), plan.least());
            let of = |elements: i64| i128::from(elements) * i128::from(bytes);
            self.line(format_args!(
                "{} bytes in {} messages, the least is {} in {}",
                of(sent.elements),
                sent.messages,
                of(least.elements),
                least.messages
            ));
        }
        Ok(())
    }

    /// Explains the cost of each side of a copy, and why it goes through shared memory or not.
    fn copy_plan(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let plan = copy::plan(of)?;
        self.line(format_args!("loops of both: {} to {}", plan.from, plan.to));
        let (read, write) = plan.bytes();
        for (at, name, access, bytes) in
            [(0, "read", &plan.read, read), (1, "write", &plan.write, write)]
        {
            let unit = match &*of.plain(at) {
                Value::Xor(_) => "wavefronts",
                _ => "sectors",
            };
            let least = match access.sectors == access.least {
                true => "the fewest possible".to_string(),
                false => format!("{} at least", access.least),
            };
            let (tv, sectors) = (&access.tv, access.sectors);
            self.line(format_args!(
                "{name} {tv}: {bytes} bytes at once, {sectors} {unit} in the first tile, {least}"
            ));
        }
        let kept = plan.registers;
        match &plan.shared {
            None => self.line(format_args!("each thread keeps its elements: {kept} bytes")),
            Some(shared) => {
                self.line(match kept > Copier::REGISTERS {
                    true => format!(
                        "a thread that keeps the vectors of both sides has {kept} bytes, {} at most",
                        Copier::REGISTERS
                    ),
                    false => "threads that keep their elements touch more sectors".to_string(),
                });
                self.line(format_args!("through shared memory: {}", shared.layout));
                for (name, of) in ["stored", "loaded"].iter().zip(shared.uses.iter().flatten()) {
                    let (wavefronts, conflicts) = (of.wavefronts, of.wavefronts - of.least);
                    self.line(format_args!(
                        "{name} with {wavefronts} wavefronts, {conflicts} of them conflicts"
                    ));
                }
                self.line(shared.certificate);
            }
        }
        Ok(())
    }

    /// Explains the loops of a copy and the lines that they fetch.
    fn copy_loops(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let (plan, line) = (copy::loops(of)?, copy::cache(of)?.line());
        self.line(format_args!("loops of both: {} to {}", plan.from, plan.to));
        let loops = plan.loops.iter().map(|one| format!("mode {} to {}", one.mode, one.end));
        let loops: Vec<String> = loops.collect();
        self.line(format_args!("innermost first: {}", loops.join(", ")));
        let [read, written] = plan.vectors;
        if read.max(written) > 1 {
            self.line(format_args!("{read} elements are read at once, {written} are written"));
        }
        for (name, side) in [("read", 0), ("written", 1)] {
            let (brought, least) = (plan.lines[side], plan.least[side]);
            let says = match brought == least {
                true => "as many as there are".to_string(),
                false => format!("there are {least}"),
            };
            self.line(format_args!("{name}: {brought} lines of {line} bytes are brought, {says}"));
        }
        Ok(())
    }

    /// Explains the cost of each access to the layout that is found, and why there is no better layout.
    fn shared(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let (accesses, found) = shared::found(of)?;
        for (access, of) in accesses.iter().zip(&found.uses) {
            match of {
                None => self.line(format_args!("{access}: fixes the layout, and is not counted")),
                Some(of) => {
                    let conflicts = match of.wavefronts - of.least {
                        0 => "the fewest possible".to_string(),
                        more => format!("{more} of them conflicts"),
                    };
                    self.line(format_args!(
                        "{access}: {} elements together, {} wavefronts, {conflicts}",
                        of.vector, of.wavefronts,
                    ));
                }
            }
        }
        let fewest = if found.fewest_xor_bits { ", no fewer would do" } else { "" };
        match (found.xor_bits, found.certificate) {
            (0, _) => {}
            (bits, Certificate::Fixed { .. }) => self.line(format_args!("{bits} bits are XORed")),
            (bits, _) => self.line(format_args!("{bits} bits are XORed{fewest}")),
        }
        self.line(found.certificate);
        Ok(())
    }

    /// Explains the arrangement of the modes of a logical divide or product.
    fn arranged(&mut self, form: &str, done: bool, logical: Result<impl Display, Error>) {
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

    /// Explains an operation by mode, if the tiler is a tuple.
    fn by_mode<D: Explained>(
        &mut self,
        operator: &str,
        a: &Layout<D>,
        tiler: TilerRef<'_>,
        explain: &mut dyn FnMut(&mut Self, &Layout<D>, Tile<'_>) -> bool,
    ) -> bool {
        let tilers = match tiler {
            TilerRef::Layout(b) => return explain(self, a, Tile::Layout(b)),
            TilerRef::Coordinates(b) => return explain(self, a, Tile::Coordinates(b)),
            TilerRef::Xor(b) => return explain(self, a, Tile::Xor(b)),
            TilerRef::Keep => {
                self.line(format_args!("{a} stays"));
                return true;
            }
            TilerRef::Modes(tilers) => tilers,
        };
        if tilers.len() > a.rank() {
            let ranks = (tilers.len(), a.rank());
            self.line(format_args!("the tiler has {} modes, the layout {}", ranks.0, ranks.1));
            return false;
        }
        // The recursion is as deep as the tiler.
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

    /// Explains where a tiler leaves a layout, which continues without end.
    fn past_the_end<D: Explained>(&mut self, a: &Layout<D>, tiler: &Tiler) {
        if image_in_range(a, tiler) != Ok(false) {
            return;
        }
        match tiler {
            Tiler::Modes(tilers) => {
                for (at, (mode, tiler)) in a.modes().zip(tilers).enumerate() {
                    if image_in_range(&mode, tiler) == Ok(false) {
                        let size = mode.size();
                        self.line(format_args!(
                            "the tiler leaves mode {at}: {tiler} is not within its {size} elements, {mode}, which goes on without end"
                        ));
                    }
                }
            }
            _ => {
                let size = a.size();
                self.line(format_args!(
                    "the right side is not within the {size} elements of the left side, which goes on without end"
                ));
            }
        }
        let result = crate::composition(a, tiler);
        if let (Some(reach), Some(all)) = (result.ok().and_then(|it| D::cosize(&it)), D::cosize(a))
        {
            self.line(format_args!("the result has the cosize {reach}, the left side {all}"));
        }
    }

    /// `a o (b, b')` with the complement `b'` of `b` in all of `a`.
    fn divide<D: Explained>(&mut self, rounding: Rounding, a: &Layout<D>, b: Tile<'_>) -> bool {
        match b {
            Tile::Layout(b) => self.divide_in(rounding, a, b, &a.size()),
            Tile::Xor(b) => self.divide_in(rounding, a, b, &a.size()),
            Tile::Coordinates(b) => {
                self.divide_in(rounding, a, b, &coarsened(&a.shape(), &b.codomain()))
            }
        }
    }

    fn divide_in<D: Explained, E: Explained>(
        &mut self,
        rounding: Rounding,
        a: &Layout<D>,
        b: &Layout<E>,
        n: &E::Extent,
    ) -> bool {
        let rest = E::rest(rounding, b, n);
        let operation = rounding.operation();
        let has_rest = self.under(format_args!("rest = {operation}({b}, {n})"), |steps| {
            E::gaps(steps, rounding, b, Some(n))
        });
        let Ok(rest) = rest else { return false };
        let Ok(both) = Layout::concatenate([b, &rest]) else { return false };
        self.line(format_args!("rest = {rest}"));
        has_rest
            && self.under(format_args!("{a} o (tile, rest) = {a} o {both}"), |steps| {
                steps.composition(a, E::tile(&both))
            })
    }

    /// `(a, a* o b)`
    fn product<D: Explained>(&mut self, a: &Layout<D>, b: Tile<'_>) -> bool {
        let has_rest = self.under(format_args!("rest = complement_ext({a})"), |steps| {
            D::gaps(steps, Rounding::Ceil, a, None)
        });
        let Ok(rest) = complement_ext(a) else { return false };
        self.line(format_args!("rest = {rest}"));
        let composed = has_rest
            && self.under(format_args!("copies = rest o {b}"), |steps| steps.composition(&rest, b));
        if let (true, Ok(copies)) = (composed, compose_tile(&rest, b, &composition::budget())) {
            self.line(format_args!("copies = {copies}"));
        }
        composed
    }
}
