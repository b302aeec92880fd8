//! Explanations of casts to wider and narrower elements, leaf by leaf.

use alloc::format;

use super::Steps;
use super::composition::text;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::int::gcd;
use crate::layout::Layout;
use crate::operation::cast::upcast_leaf;
use crate::operation::recast::{adjacent, downcast};
use crate::stride::Stride;

impl Steps<'_> {
    pub(super) fn cast(&mut self, name: &str, of: &Arguments<'_>, n: i64) {
        if n < 1 {
            return;
        }
        match (&*of.plain(0), of.layout(0)) {
            (Value::Xor(layout), _) => self.cast_of(name, layout, n),
            (Value::Coordinates(_), _) => {}
            (_, Ok(layout)) => self.cast_of(name, &layout, n),
            _ => {}
        }
    }

    fn cast_of<D: Stride<Offset = i64>>(&mut self, name: &str, layout: &Layout<D>, n: i64) {
        match name {
            "upcast" => self.upcast(layout, n),
            _ => self.downcast(layout, n),
        }
    }

    fn upcast<D: Stride>(&mut self, layout: &Layout<D>, n: i64) {
        for (at, mode) in layout.flat_modes().iter().enumerate() {
            let leaf = text(mode);
            let Ok(stride) = mode.stride.to_elements(n) else { return };
            let Some(size) = stride.checked_abs() else { return };
            if size % n == 0 {
                let wide = size / n;
                self.line(format_args!("leaf {at}, {leaf}: the stride is {wide} elements of {n}"));
                continue;
            }
            match upcast_leaf((mode.shape, size), n) {
                Ok((extent, _)) => {
                    let steps = n / size;
                    self.line(format_args!(
                        "leaf {at}, {leaf}: {steps} steps make one element of {n}, {extent} in all"
                    ));
                }
                Err(rule) => {
                    self.line(format_args!("leaf {at}, {leaf}: {rule}"));
                    return;
                }
            }
        }
    }

    fn downcast<D: Stride>(&mut self, layout: &Layout<D>, n: i64) {
        let unit = adjacent(layout, n).map(|(at, _)| at);
        for (at, mode) in layout.flat_modes().iter().enumerate() {
            let leaf = text(mode);
            self.line(match unit == Some(at) {
                true => format!(
                    "leaf {at}, {leaf}: its elements are adjacent, so it has {n} times as many"
                ),
                false => format!("leaf {at}, {leaf}: the stride is {n} times as many elements"),
            });
        }
    }

    /// A recast is a downcast and an upcast, by the widths without their common divisor.
    pub(super) fn recast(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let (old, new) = (of.integer(1)?, of.integer(2)?);
        if old < 1 || new < 1 {
            return Ok(());
        }
        let common = gcd(old, new);
        let (q, p) = (old / common, new / common);
        match &*of.plain(0) {
            Value::Xor(layout) => self.both_casts(layout, q, p),
            Value::Coordinates(_) => {}
            _ => {
                if let Ok(layout) = of.layout(0) {
                    self.both_casts(&layout, q, p);
                }
            }
        }
        Ok(())
    }

    fn both_casts<D: Stride<Offset = i64>>(&mut self, layout: &Layout<D>, q: i64, p: i64) {
        if q > 1 {
            self.under(format_args!("downcast({layout}, {q})"), |steps| {
                steps.downcast(layout, q);
                true
            });
        }
        let Ok(narrow) = downcast(layout, q) else { return };
        if p > 1 {
            self.under(format_args!("upcast({narrow}, {p})"), |steps| {
                steps.upcast(&narrow, p);
                true
            });
        }
    }
}
