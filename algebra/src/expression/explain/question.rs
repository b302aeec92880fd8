//! Explanations of questions: what is compared or looked up, and the coordinates that decide.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use crate::error::Operation;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::evaluate::apply;
use crate::expression::operand::Blame;
use crate::expression::operation::question::{different, integral_owners};
use crate::expression::operation::{listed, twice};
use crate::layout::Layout;
use crate::layout::coordinate::idx2crd;
use crate::operation::coalesce::coalesce;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;
use crate::{compatible, congruent, refines, weakly_congruent};

/// The largest number of offsets that are listed again for an explanation.
pub(super) const LISTED: i64 = 1 << 16;

/// The largest number of items that are shown.
pub(super) const SHOWN: usize = 8;

impl Steps<'_> {
    /// Explains a question; returns `false` for any other operation.
    pub(super) fn question(&mut self, name: &str, of: &Arguments<'_>) -> Result<bool, Blame> {
        match name {
            "same_function" | "first_difference" => self.same_function(of)?,
            "equal" => self.equal(of),
            "owners" => self.owners(of)?,
            "locate" => self.located(of)?,
            "congruent" => self.mode_by_mode(&of.shape(0)?, &of.shape(1)?, congruent),
            "weakly_congruent" => self.mode_by_mode(&of.shape(0)?, &of.shape(1)?, weakly_congruent),
            "compatible" => self.mode_by_mode(&of.shape(0)?, &of.shape(1)?, compatible),
            "refines" => self.mode_by_mode(&of.shape(0)?, &of.shape(1)?, refines),
            "is_injective" => {
                self.stride_by_stride(of);
                self.collision(of);
            }
            "is_compact" => self.missing(of, false)?,
            "is_surjective" => self.missing(of, true)?,
            "coalescing" => self.coalescing(of)?,
            "bank_conflicts" => self.bank_conflicts(of)?,
            "layout_add" => self.layout_add(of)?,
            "greatest_common_domain" => {
                self.common_domain(&of.shape(0)?, &of.shape(1)?);
            }
            "function_to_layout" => self.values(&of.integers(0)?),
            "is_tractable" | "morphism_of" | "compute_morphism" => self.tractable(&of.layout(0)?),
            "upcast" | "downcast" => self.cast(name, of, of.integer(1)?),
            "recast" => self.recast(of)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn same_function(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let shapes = [of.shape(0)?, of.shape(1)?];
        let (a, b) = (shapes[0].size()?, shapes[1].size()?);
        let both = a.min(b);
        self.line(match a == b {
            true => format!("A and B have {a} coordinates, which are compared as integers"),
            false => format!(
                "A has {a} coordinates and B has {b}: the integers below {both} are compared"
            ),
        });
        if let (Value::Layout(a), Value::Layout(b)) = (&*of.plain(0), &*of.plain(1)) {
            self.line(format_args!("coalesced, A is {} and B is {}", coalesce(a), coalesce(b)));
        }
        match different(of)? {
            None => self.line("all offsets are equal"),
            Some(first) if first.at == both => {
                let longer = if a > b { "A" } else { "B" };
                self.line(format_args!("all {both} offsets are equal, and {longer} goes on"));
            }
            Some(first) => {
                if first.at > 0 {
                    self.line(format_args!("the offsets before {} are equal", first.at));
                }
                let [c, d] = [idx2crd(first.at, &shapes[0])?, idx2crd(first.at, &shapes[1])?];
                let [x, y] = first.values;
                self.line(format_args!("at {}, the coordinate {c} of A, A has {x}", first.at));
                self.line(format_args!("at {}, the coordinate {d} of B, B has {y}", first.at));
            }
        }
        Ok(())
    }

    /// Explains whether two layouts are the same: they may differ and have one function.
    fn equal(&mut self, of: &Arguments<'_>) {
        let (Ok(a), Ok(b)) = (of.shape(0), of.shape(1)) else { return };
        if a != b {
            self.line(format_args!("A has the shape {a}, B has {b}"));
        }
        // If there are too many coordinates to compare, or no coordinates, nothing more is said.
        let tuples = [0, 1].map(|at| matches!(of.value(at), Value::Tuple(_)));
        if tuples == [false; 2] && a.size().is_ok_and(|size| size <= LISTED) {
            let _ = self.same_function(of);
        }
    }

    fn owners(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let (shape, wanted) = (of.shape(0)?, of.value(1));
        let size = shape.size()?;
        let found = integral_owners(of)?;
        self.line(format_args!(
            "L has {size} coordinates, of which {} the offset {wanted}",
            counted(found.len(), "has", "have")
        ));
        for &i in found.iter().take(SHOWN) {
            let sum = match &*of.plain(0) {
                Value::Layout(layout) => terms(layout, i, " + "),
                Value::Coordinates(layout) => terms(layout, i, " + "),
                Value::Xor(layout) => terms(layout, i, " ^ "),
                Value::Tuple(_) => terms(&of.layout(0)?, i, " + "),
                _ => format!("the integral coordinate {i}"),
            };
            self.line(format_args!("{}: {sum}", idx2crd(i, &shape)?));
        }
        if found.len() > SHOWN {
            self.line(format_args!("and {} more", found.len() - SHOWN));
        }
        if let (true, Ok(wanted), true) = (found.is_empty(), wanted.to_integer(), size <= LISTED)
            && let Ok(offsets) = listed(of, 0, Operation::Owners)
        {
            let below = offsets.iter().filter(|&&offset| offset < wanted).max();
            let above = offsets.iter().filter(|&&offset| offset > wanted).min();
            match (below, above) {
                (Some(below), Some(above)) => self
                    .line(format_args!("the next offsets that there are, are {below} and {above}")),
                (Some(most), None) => self.line(format_args!("the largest offset is {most}")),
                (None, Some(least)) => self.line(format_args!("the smallest offset is {least}")),
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Names an offset of B that A does not have.
    fn located(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let shapes = [of.shape(0)?, of.shape(1)?];
        let is_large = |shape: &IntTuple| shape.size().is_ok_and(|size| size > LISTED);
        if shapes.iter().any(is_large) {
            return Ok(());
        }
        let mut there = listed(of, 0, Operation::Locate)?;
        there.sort_unstable();
        let wanted = listed(of, 1, Operation::Locate)?;
        let missing = |offset: &i64| there.binary_search(offset).is_err();
        match wanted.iter().position(missing) {
            None => self.line("each offset of B is one of A"),
            Some(at) => {
                let c = idx2crd(at as i64, &shapes[1])?;
                let offset = wanted[at];
                self.line(format_args!("the offset {offset} of B, at {c}, is none of A"));
                if let [least, .., most] = there[..] {
                    self.line(format_args!("the offsets of A are from {least} to {most}"));
                }
            }
        }
        Ok(())
    }

    /// Names the first mode of two shapes for which something does not hold that must hold for each.
    fn mode_by_mode(
        &mut self,
        a: &IntTuple,
        b: &IntTuple,
        holds: fn(&IntTuple, &IntTuple) -> bool,
    ) {
        if holds(a, b) {
            return;
        }
        if a.as_leaf().is_some() || b.as_leaf().is_some() {
            if let (Ok(x), Ok(y)) = (a.size(), b.size()) {
                self.line(format_args!("A is {a}, of size {x}, and B is {b}, of size {y}"));
            }
        } else if a.rank() != b.rank() {
            self.line(format_args!("A has {} modes, B has {}", a.rank(), b.rank()));
        } else {
            let different = a.modes().zip(b.modes()).enumerate().find(|(_, (x, y))| !holds(x, y));
            if let Some((at, (x, y))) = different {
                self.line(format_args!("mode {at} of A is {x}, that of B is {y}"));
            }
        }
    }

    /// Explains whether each stride is larger than all offsets of the modes before it.
    pub(super) fn stride_by_stride(&mut self, of: &Arguments<'_>) {
        let (Value::Layout(_) | Value::Tuple(_), Ok(layout)) = (of.value(0), of.layout(0)) else {
            return;
        };
        let mut sorted: Vec<_> = layout.flat_modes().iter().filter(|mode| mode.shape > 1).collect();
        sorted.sort_by_key(|mode| mode.stride.unsigned_abs());
        let mut reach = 0_i128;
        for mode in sorted {
            let stride = i128::from(mode.stride).abs();
            let more = i128::from(mode.shape - 1) * stride;
            let above = if stride > reach { "above" } else { "not above" };
            let (extent, from) = (mode.shape, mode.stride);
            self.line(format_args!(
                "{extent}:{from}: the stride is {above} {reach}, which the modes before it reach"
            ));
            reach += more;
        }
    }

    /// Names two coordinates with the same offset, if there are any; returns whether there are.
    pub(super) fn collision(&mut self, of: &Arguments<'_>) -> bool {
        let found = match &*of.plain(0) {
            Value::Coordinates(layout) => layout.collision().ok().flatten(),
            Value::Xor(layout) => layout.collision().ok().flatten(),
            Value::Composed(_) | Value::ComposedXor(_) => {
                let size = of.shape(0).ok().and_then(|shape| shape.size().ok());
                if size.is_none_or(|size| size > LISTED) {
                    return false;
                }
                listed(of, 0, Operation::IsInjective).ok().and_then(|offsets| twice(&offsets))
            }
            _ => of.layout(0).ok().and_then(|layout| layout.collision().ok()).flatten(),
        };
        let Some((first, second)) = found else { return false };
        let (Ok(shape), Ok(offset)) = (of.shape(0), apply(of.value(0), &[&first.into()])) else {
            return false;
        };
        let (Ok(c), Ok(d)) = (idx2crd(first, &shape), idx2crd(second, &shape)) else {
            return false;
        };
        self.line(format_args!("the offset {offset} has two coordinates, {c} and {d}"));
        true
    }

    /// Names the first offset that is missing: below the size, or between two others.
    fn missing(&mut self, of: &Arguments<'_>, between: bool) -> Result<(), Blame> {
        let size = of.shape(0)?.size()?;
        if size > LISTED || size == 0 || matches!(of.value(0), Value::Coordinates(_)) {
            return Ok(());
        }
        let mut offsets = listed(of, 0, Operation::Image)?;
        offsets.sort_unstable();
        offsets.dedup();
        let (least, most) = (offsets[0], offsets[offsets.len() - 1]);
        let count = offsets.len();
        self.line(format_args!(
            "{size} coordinates have {count} different offsets, from {least} to {most}"
        ));
        if between {
            if let Some(gap) = offsets.windows(2).find(|pair| pair[0] + 1 < pair[1]) {
                let (before, after) = (gap[0], gap[1]);
                self.line(format_args!("no coordinate has an offset between {before} and {after}"));
            }
            return Ok(());
        }
        if (count as i64) < size {
            self.collision(of);
        }
        let missing = (0..size).zip(&offsets).find(|(i, offset)| i != *offset).map(|(i, _)| i);
        let missing = missing.or(((count as i64) < size).then_some(count as i64));
        match missing {
            Some(_) if least < 0 => self.line(format_args!("the offset {least} is below 0")),
            Some(missing) => self.line(format_args!("no coordinate has the offset {missing}")),
            None => {}
        }
        Ok(())
    }
}

/// The sum that is the offset at an integral coordinate.
fn terms<D: Stride>(layout: &Layout<D>, i: i64, plus: &str) -> String {
    let mut rest = i;
    let terms = layout.flat_modes().iter().map(|mode| {
        let at = rest % mode.shape.max(1);
        rest /= mode.shape.max(1);
        format!("{at} * {}", mode.stride)
    });
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() { "0".to_string() } else { terms.join(plus) }
}

/// A number with the verb in the singular or plural.
pub(super) fn counted(count: usize, one: &str, several: &str) -> String {
    match count {
        0 => format!("none {one}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {several}"),
    }
}
