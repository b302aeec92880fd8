//! Conditions on symbols: `N % 8 = 0`, `N <= 16`, `N = 4M`.

use alloc::format;
use core::fmt;

use super::term::{Term, of_sign, write_product};

/// The relation of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The term is an integer.
    Integral,
    /// The term is at most 1.
    AtMost,
    /// The term is 1.
    Equal,
}

/// A condition on a quotient of positive integers: that it is an integer, at most 1, or 1. Common factors cancel, so
/// that equal questions have equal conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub relation: Relation,
    pub ratio: Term,
}

impl Condition {
    /// `divisor` divides `n`.
    pub(crate) fn divides(divisor: &Term, n: &Term) -> Option<Condition> {
        Some(Condition { relation: Relation::Integral, ratio: n.over(divisor)? })
    }

    /// `a <= b`
    pub(crate) fn at_most(a: &Term, b: &Term) -> Option<Condition> {
        Some(Condition { relation: Relation::AtMost, ratio: a.over(b)? })
    }

    /// `a = b`
    pub(crate) fn equal(a: &Term, b: &Term) -> Option<Condition> {
        Some(Condition { relation: Relation::Equal, ratio: a.over(b)? })
    }

    /// Returns whether the condition holds for these values of the symbols.
    pub(crate) fn at(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<bool> {
        let (n, d) = self.ratio.at(value)?;
        Some(match self.relation {
            Relation::Integral => d == 1,
            Relation::AtMost => n <= d,
            Relation::Equal => n == d,
        })
    }

    /// The text that states the condition, or its opposite. A symbol before `=` would be given a value.
    pub(crate) fn as_fact(&self, holds: bool) -> impl fmt::Display + '_ {
        let text = format!("{}", self.written(holds));
        let lone = text.split_once(" = ").is_some_and(|(left, _)| {
            holds
                && self.relation == Relation::Equal
                && !left.contains('*')
                && !starts_with_digit(left)
        });
        if lone { format!("1*{text}") } else { text }
    }

    /// The text of the condition, or of its opposite.
    pub(crate) fn written(&self, holds: bool) -> impl fmt::Display + '_ {
        Written { condition: self, holds }
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

struct Written<'a> {
    condition: &'a Condition,
    holds: bool,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { condition: Condition { relation, ratio }, holds } = self;
        let (n, d) = ratio.coefficient();
        let (above, below) = (of_sign(ratio, 1), of_sign(ratio, -1));
        let (mut n, mut d) = (n.unsigned_abs(), d.unsigned_abs());
        // The quotient of a lone symbol and a number is compared with an integer.
        let lone = |symbols: &[(_, u32)]| matches!(symbols, [(_, 1)]);
        match relation {
            Relation::Integral => {
                if below.is_empty() {
                    n = 1;
                }
                write_product(f, n, &above)?;
                f.write_str(" % ")?;
                write_product(f, d, &below)?;
                f.write_str(if *holds { " = 0" } else { " != 0" })
            }
            Relation::AtMost if lone(&below) && above.is_empty() => {
                write!(f, "{} {} {}", below[0].0, if *holds { ">=" } else { "<" }, n.div_ceil(d))
            }
            Relation::AtMost => {
                if lone(&above) && below.is_empty() {
                    (n, d) = (1, d / n);
                }
                write_product(f, n, &above)?;
                f.write_str(if *holds { " <= " } else { " > " })?;
                write_product(f, d, &below)
            }
            Relation::Equal => {
                let sign = if *holds { " = " } else { " != " };
                let sides = [(n, &above), (d, &below)];
                // A lone symbol comes first, so that the text gives it this value.
                let first = usize::from(!(n == 1 && lone(&above)) && d == 1 && lone(&below));
                let [(n, above), (d, below)] = [sides[first], sides[1 - first]];
                write_product(f, n, above)?;
                f.write_str(sign)?;
                write_product(f, d, below)
            }
        }
    }
}
