//! Facts about symbols, and what follows from them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::condition::{Condition, Relation};
use super::term::{Ratio, Symbol, Term, reduced};

/// The largest number of symbols that have facts.
pub(crate) const MAX_SYMBOLS: usize = 1 << 10;

/// The largest number of conditions on several symbols that are kept.
const MAX_KNOWN: usize = 32;

/// What is known of one symbol: a multiple of `divisor`, from `lower` to `upper`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct About {
    divisor: i64,
    lower: i64,
    upper: Option<i64>,
    /// True if a fact states the lower bound; otherwise it is 1.
    stated: bool,
}

/// Facts about symbols. A symbol is an integer from 1, unless a fact says that it may be 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    about: BTreeMap<Symbol, About>,
    /// Conditions that are kept as they are, mostly those on several symbols.
    known: Vec<(Condition, bool)>,
    /// Symbols that are equal to terms without them and without each other.
    equal: Vec<(Symbol, Term)>,
}

/// There are too many facts, or their numbers do not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

impl Facts {
    /// Returns whether anything was stated about the symbol.
    pub(crate) fn knows(&self, symbol: &str) -> bool {
        self.about.contains_key(symbol)
    }

    /// The symbols, by name.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = &str> {
        self.about.keys().map(|symbol| &**symbol)
    }

    /// Makes the name a symbol.
    pub(crate) fn add(&mut self, symbol: &Symbol) -> Result<(), TooMany> {
        if self.about.len() >= MAX_SYMBOLS && !self.knows(symbol) {
            return Err(TooMany);
        }
        self.about.entry(symbol.clone()).or_insert_with(About::nothing);
        Ok(())
    }

    /// States that the symbol may be 0, unless a fact says more.
    pub(crate) fn allow_zero(&mut self, symbol: &Symbol) -> Result<(), TooMany> {
        self.add(symbol)?;
        if let Some(about) = self.about.get_mut(symbol)
            && !about.stated
        {
            (about.lower, about.stated) = (0, true);
        }
        Ok(())
    }

    /// States that the lower bound of the symbol is the one that is known.
    pub(crate) fn bound_below(&mut self, symbol: &Symbol) -> Result<(), TooMany> {
        self.add(symbol)?;
        if let Some(about) = self.about.get_mut(symbol) {
            about.stated = true;
        }
        Ok(())
    }

    /// Returns whether the symbol may be 0.
    pub(crate) fn may_be_zero(&self, symbol: &str) -> bool {
        self.about.get(symbol).is_some_and(|about| about.lower < 1)
    }

    /// Returns whether no symbol of the term may be 0.
    pub(crate) fn positive(&self, term: &Term) -> bool {
        term.powers().iter().all(|(name, _)| !self.may_be_zero(name))
    }

    /// Returns whether it is certain that `a`, which may be 0, is below `b`.
    pub(crate) fn surely_below(&self, a: &Term, b: &Term) -> bool {
        let below = |term: Term| {
            let most = self.reduce(&term).and_then(|term| self.most(&term));
            most.is_some_and(|(n, d)| n < d)
        };
        a.over(b).is_some_and(below)
            || Condition::at_most(b, a).is_some_and(|above| self.decide(&above) == Some(false))
    }

    fn about(&self, symbol: &str) -> About {
        self.about.get(symbol).cloned().unwrap_or_else(About::nothing)
    }

    /// Returns whether the condition holds for all values that satisfy the facts, or for none.
    pub(crate) fn decide(&self, condition: &Condition) -> Option<bool> {
        let ratio = self.reduce(&condition.ratio)?;
        let positive = self.positive(&ratio);
        match condition.relation {
            Relation::Integral => self.integral(&ratio),
            _ if !positive => None,
            Relation::AtMost => self.at_most(&ratio),
            Relation::Equal => self.equals_one(&ratio),
        }
    }

    /// The term with known values in place of symbols.
    fn reduce(&self, term: &Term) -> Option<Term> {
        let mut reduced = term.clone();
        for (symbol, value) in &self.equal {
            reduced = reduced.substituted(symbol, value)?;
        }
        let symbols: Vec<Symbol> = reduced.powers().iter().map(|(name, _)| name.clone()).collect();
        for symbol in symbols {
            let About { lower, upper, .. } = self.about(&symbol);
            if upper == Some(lower) && lower > 0 {
                reduced = reduced.substituted(&symbol, &Term::integer(lower))?;
            }
        }
        Some(reduced)
    }

    /// Whether the term is an integer, for all values or for none, without the conditions that are kept.
    fn plainly_integral(&self, ratio: &Term) -> Option<bool> {
        let (n, d) = ratio.coefficient();
        let (mut n, mut d) = (i128::from(n), i128::from(d));
        let (mut above, mut below) = (0, 0);
        for (symbol, power) in ratio.powers() {
            let divisor = i128::from(self.about(symbol).divisor);
            for _ in 0..power.unsigned_abs() {
                let side = if *power > 0 { &mut n } else { &mut d };
                *side = side.checked_mul(divisor)?;
                (n, d) = reduced((n, d));
            }
            *(if *power > 0 { &mut above } else { &mut below }) += power.unsigned_abs();
        }
        // The symbols are multiples of their divisors by positive integers.
        if self.positive(ratio) && self.most(ratio).is_some_and(|(n, d)| n < d) {
            return Some(false);
        }
        match (above, below) {
            (_, 0) if d == 1 => Some(true),
            (0, 0) => Some(false),
            (0, _) if d != 1 => Some(false),
            (1, 0) => {
                let About { divisor, lower, upper, .. } = self.about(&ratio.powers()[0].0);
                let most = upper.map(|upper| i128::from(upper / divisor));
                (lower > 0 && most.is_some_and(|most| most < d)).then_some(false)
            }
            _ => None,
        }
    }

    fn integral(&self, ratio: &Term) -> Option<bool> {
        let plain = self.plainly_integral(ratio);
        plain.or_else(|| {
            self.kept(Relation::Integral).find_map(|(other, holds)| match holds {
                true => (self.plainly_integral(&ratio.over(&other)?) == Some(true)).then_some(true),
                false => {
                    (self.plainly_integral(&other.over(ratio)?) == Some(true)).then_some(false)
                }
            })
        })
    }

    fn at_most(&self, ratio: &Term) -> Option<bool> {
        let at_most_one = |term: &Term| self.most(term).is_some_and(|(n, d)| n <= d);
        let above_one = |term: &Term| self.least(term).is_some_and(|(n, d)| n > d);
        let plainly = |term: &Term| match (at_most_one(term), above_one(term)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        plainly(ratio).or_else(|| {
            // A positive quotient that is an integer is at least 1.
            let inverse = Term::integer(1).over(ratio)?;
            if self.plainly_integral(&inverse) == Some(true) {
                return Some(true);
            }
            let at_least_one = |term: &Term| self.least(term).is_some_and(|(n, d)| n >= d);
            let ordered = self.kept(Relation::AtMost).find_map(|(other, holds)| {
                let (over, under) = (ratio.over(&other)?, ratio.times(&other)?);
                match holds {
                    true if at_most_one(&over) => Some(true),
                    true if above_one(&under) => Some(false),
                    false if at_least_one(&over) => Some(false),
                    false if at_most_one(&under) => Some(true),
                    _ => None,
                }
            });
            ordered.or_else(|| {
                self.kept(Relation::Integral).filter(|(_, holds)| *holds).find_map(|(other, _)| {
                    if at_most_one(&ratio.times(&other)?) {
                        return Some(true);
                    }
                    above_one(&ratio.over(&other)?).then_some(false)
                })
            })
        })
    }

    fn equals_one(&self, ratio: &Term) -> Option<bool> {
        if let Some((n, d)) = ratio.as_ratio() {
            return Some(n == d);
        }
        let inverse = Term::integer(1).over(ratio)?;
        let differs =
            |term: &Term| self.integral(term) == Some(false) || self.at_most(term) == Some(false);
        if differs(ratio) || differs(&inverse) {
            return Some(false);
        }
        let mut kept = self.kept(Relation::Equal);
        kept.any(|(other, holds)| !holds && (other == *ratio || other == inverse)).then_some(false)
    }

    /// The kept conditions of this relation.
    fn kept(&self, relation: Relation) -> impl Iterator<Item = (Term, bool)> + '_ {
        let kept = self.known.iter().filter(move |(known, _)| known.relation == relation);
        kept.filter_map(|(known, holds)| Some((self.reduce(&known.ratio)?, *holds)))
    }

    /// A number that the positive term is never below, if one is known.
    fn least(&self, term: &Term) -> Option<Ratio> {
        self.bound(term, false)
    }

    /// A number that the positive term is never above, if one is known.
    fn most(&self, term: &Term) -> Option<Ratio> {
        self.bound(term, true)
    }

    fn bound(&self, term: &Term, most: bool) -> Option<Ratio> {
        let (n, d) = term.coefficient();
        let (mut n, mut d) = (i128::from(n), i128::from(d));
        for (symbol, power) in term.powers() {
            let About { lower, upper, .. } = self.about(symbol);
            let bound = i128::from(if most == (*power > 0) { upper? } else { lower });
            for _ in 0..power.unsigned_abs() {
                let side = if *power > 0 { &mut n } else { &mut d };
                *side = side.checked_mul(bound)?;
                if d == 0 {
                    return None;
                }
                (n, d) = reduced((n, d));
            }
        }
        Some((n, d))
    }

    /// States that the condition holds, or that it does not. Returns whether any values are left, as far as that is
    /// seen.
    pub(crate) fn assume(&mut self, condition: &Condition, holds: bool) -> Result<bool, TooMany> {
        for (symbol, _) in condition.ratio.powers() {
            self.add(symbol)?;
        }
        match self.decide(condition) {
            Some(decided) if decided != holds => return Ok(false),
            Some(_) => return Ok(true),
            None => {}
        }
        let ratio = self.reduce(&condition.ratio).ok_or(TooMany)?;
        if let [(symbol, power @ (1 | -1))] = ratio.powers() {
            let (n, d) = ratio.coefficient();
            if let Some(left) =
                self.of_one(&symbol.clone(), *power, (n, d), (condition.relation, holds))
            {
                return Ok(left);
            }
        } else if condition.relation == Relation::Equal && holds {
            return self.equate(&ratio);
        }
        if self.known.len() >= MAX_KNOWN {
            return Err(TooMany);
        }
        self.known.push((Condition { relation: condition.relation, ratio }, holds));
        Ok(true)
    }

    /// Narrows what is known of one symbol by a condition on `n/d * N` or `n/d / N`. The result is `None` if the
    /// condition has to be kept.
    fn of_one(
        &mut self,
        symbol: &Symbol,
        power: i32,
        (n, d): (i64, i64),
        (relation, holds): (Relation, bool),
    ) -> Option<bool> {
        let mut about = self.about(symbol);
        match (relation, holds, power) {
            (Relation::Integral, true, 1) => {
                let (g, _) = reduced((about.divisor.into(), d.into()));
                about.divisor = i64::try_from(g * i128::from(d)).ok()?;
            }
            // `n / (d N)` is an integer above 0, so `N` is at most `n / d`. That it divides is kept.
            (Relation::Integral, true, _) => {
                about.upper = Some(about.upper.map_or(n / d, |upper| upper.min(n / d)));
                let left = about.round();
                self.about.insert(symbol.clone(), about);
                return if left { None } else { Some(false) };
            }
            (Relation::Integral, false, _) => return None,
            (Relation::AtMost, true, 1) => {
                about.upper = Some(about.upper.map_or(d / n, |upper| upper.min(d / n)));
            }
            (Relation::AtMost, false, 1) => about.lower = about.lower.max((d / n).checked_add(1)?),
            (Relation::AtMost, true, _) => about.lower = about.lower.max(ceil(n, d)),
            (Relation::AtMost, false, _) => {
                let upper = ceil(n, d) - 1;
                about.upper = Some(about.upper.map_or(upper, |least| least.min(upper)));
            }
            (Relation::Equal, true, _) => {
                let (value, divisor) = if power == 1 { (d, n) } else { (n, d) };
                let is_new = about.upper.is_none_or(|upper| value <= upper);
                if divisor != 1 || value < about.lower || !is_new || value % about.divisor != 0 {
                    return Some(false);
                }
                (about.lower, about.upper) = (value, Some(value));
            }
            (Relation::Equal, false, _) => {
                let (value, divisor) = if power == 1 { (d, n) } else { (n, d) };
                if divisor != 1 {
                    return Some(true);
                }
                match value {
                    value if value == about.lower => about.lower = about.lower.checked_add(1)?,
                    value if Some(value) == about.upper => about.upper = Some(value - 1),
                    _ => return None,
                }
            }
        }
        let left = about.round();
        self.about.insert(symbol.clone(), about);
        Some(left)
    }

    /// Replaces a symbol by a term, given that `ratio` is 1.
    fn equate(&mut self, ratio: &Term) -> Result<bool, TooMany> {
        let one = Term::integer(1);
        let alone = ratio.powers().iter().find(|(_, power)| power.abs() == 1);
        let Some((symbol, power)) = alone.cloned() else {
            let condition = Condition { relation: Relation::Equal, ratio: ratio.clone() };
            if self.known.len() >= MAX_KNOWN {
                return Err(TooMany);
            }
            self.known.push((condition, true));
            return Ok(true);
        };
        let rest = ratio.over(&Term::symbol(symbol.clone()));
        let rest = if power == 1 { rest } else { ratio.times(&Term::symbol(symbol.clone())) };
        let rest = rest.ok_or(TooMany)?;
        let value = if power == 1 { one.over(&rest).ok_or(TooMany)? } else { rest };
        for (_, other) in &mut self.equal {
            *other = other.substituted(&symbol, &value).ok_or(TooMany)?;
        }
        if self.equal.len() >= MAX_KNOWN {
            return Err(TooMany);
        }
        let About { divisor, lower, upper, .. } = self.about(&symbol);
        self.equal.push((symbol, value.clone()));
        // What is known of the symbol is known of the term.
        let follows = [
            Condition::divides(&Term::integer(divisor), &value),
            Condition::at_most(&Term::integer(lower.max(1)), &value),
        ];
        let upper = upper.map(|upper| Condition::at_most(&value, &Term::integer(upper)));
        for condition in follows.into_iter().chain(upper) {
            if !self.assume(&condition.ok_or(TooMany)?, true)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is known of the symbol, as facts.
    pub(crate) fn of<'a>(&'a self, symbol: &'a str) -> impl fmt::Display + 'a {
        Of { facts: self, symbol }
    }
}

fn ceil(n: i64, d: i64) -> i64 {
    n / d + i64::from(n % d != 0)
}

impl About {
    fn nothing() -> About {
        About { divisor: 1, lower: 1, upper: None, stated: false }
    }

    /// Moves the bounds to multiples of the divisor. Returns whether any number is left.
    fn round(&mut self) -> bool {
        let q = self.divisor;
        let Some(lower) = ceil(self.lower, q).checked_mul(q) else { return false };
        self.lower = lower;
        self.upper = self.upper.map(|upper| upper / q * q);
        self.upper.is_none_or(|upper| self.lower <= upper)
    }
}

struct Of<'a> {
    facts: &'a Facts,
    symbol: &'a str,
}
impl fmt::Display for Of<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Of { facts, symbol } = *self;
        let about = facts.about(symbol);
        let mut first = true;
        let mut fact = |text: fmt::Arguments<'_>| {
            let separator = if core::mem::take(&mut first) { "" } else { "; " };
            write!(f, "{separator}{text}")
        };
        for (known, holds) in &facts.known {
            if known.ratio.powers().iter().any(|(name, _)| &**name == symbol) {
                fact(format_args!("{}", known.as_fact(*holds)))?;
            }
        }
        for (name, value) in &facts.equal {
            let equal = Condition::equal(&Term::symbol(name.clone()), value);
            if let Some(equal) = equal.filter(|_| &**name == symbol) {
                fact(format_args!("{}", equal.as_fact(true)))?;
            }
        }
        // These are about the symbol alone, so that the last of them has all as its value.
        if about.divisor != 1 {
            fact(format_args!("{symbol} % {} = 0", about.divisor))?;
        }
        if let Some(upper) = about.upper {
            fact(format_args!("{symbol} <= {upper}"))?;
        }
        fact(format_args!("{symbol} >= {}", about.lower))
    }
}
