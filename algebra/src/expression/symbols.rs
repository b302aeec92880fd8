//! Operations on values with symbols, and the symbols and facts of a program.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use super::operand::{Blame, Operand};
use super::{NamedOperation, Names, Note, Reason, Value};
use crate::layout::tiler::Tiler;
use crate::operation::compact::identity;
use crate::symbolic::cases::{Case, Path, Refusal, cases};
use crate::symbolic::coalesce::coalesced;
use crate::symbolic::complement::complement;
use crate::symbolic::condition::Condition;
use crate::symbolic::divide::{Arrangement, compose, divide};
use crate::symbolic::facts::{Facts, TooMany};
use crate::symbolic::layout::{
    MAX_LEAVES, SymbolicLayout, SymbolicMode, SymbolicTiler, SymbolicTuple, product,
};
use crate::symbolic::offset::offset;
use crate::symbolic::same_function::{equal_modes, same_function};
use crate::symbolic::sum::Sum;
use crate::symbolic::term::{Symbol, Term};
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::profile::Profile;

/// The length of the longest name of a symbol, in bytes.
const MAX_NAME: usize = 64;

/// The operations that take symbols.
const TAKEN: &str = "`size`, `cosize`, `rank`, `depth`, `length`, `shape`, `stride`, `mode`, `take`, `flatten`, \
    `concatenate`, `coalesce`, `composition`, `complement`, `logical_divide`, `zipped_divide`, `tiled_divide`, \
    `flat_divide`, `same_function`, `equal`, `crd2idx`";

/// A product as facts have it: `16*N`
pub(super) type Factors = Vec<Factor>;

/// A factor of a product in a fact.
#[derive(Clone, Debug)]
pub enum Factor {
    /// An integer.
    Integer(i64),
    /// A symbol, or the name of a number.
    Name(String),
}

/// The relation of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `N % 8 = 0`
    Divides,
    /// `N < 8`
    Below,
    /// `N <= 8`
    AtMost,
    /// `N > 8`
    Above,
    /// `N >= 8`
    AtLeast,
    /// `2N = 3M`
    Equal,
}

/// A fact about symbols as it is written: `N % 8 = 0`.
#[derive(Clone, Debug)]
pub struct Fact {
    pub(super) left: Factors,
    pub(super) right: Factors,
    pub(super) relation: Relation,
    /// False for `!=`.
    pub(super) holds: bool,
}

fn refused(text: impl ToString) -> Reason {
    Reason::Symbols(text.to_string())
}

fn too_large() -> Reason {
    refused(Refusal::Overflow)
}

impl From<TooMany> for Reason {
    fn from(_: TooMany) -> Reason {
        refused("there are too many symbols and facts, or their numbers do not fit")
    }
}

impl Names {
    /// The notes on symbols since the last call: which names were taken as symbols without a fact.
    pub fn take_notes(&mut self) -> Vec<Note> {
        core::mem::take(&mut self.notes)
    }

    /// The value with this name, or the symbol of this name if facts or layouts have it.
    pub(super) fn value_or_symbol(&self, name: &str) -> Option<Value> {
        let value = self.get(name).cloned();
        value.or_else(|| {
            let symbol = || Symbolic::number(Term::symbol(Arc::from(name)));
            self.facts.knows(name).then(symbol)
        })
    }

    /// The value with this name, or a symbol.
    pub(super) fn symbol(&mut self, name: &str, at: usize) -> Result<Value, Reason> {
        if let Some(value) = self.value_or_symbol(name) {
            return Ok(value);
        }
        self.add_symbol(name)?;
        let text = format!(
            "`{name}` is a symbol: any integer from 1; `{name} % 8 = 0` would be a fact about it"
        );
        self.notes.push(Note { at, text });
        Ok(Symbolic::number(Term::symbol(Arc::from(name))))
    }

    fn add_symbol(&mut self, name: &str) -> Result<Symbol, Reason> {
        if name.len() > MAX_NAME {
            return Err(refused(format!("the name of a symbol has at most {MAX_NAME} bytes")));
        }
        let symbol: Symbol = Arc::from(name);
        self.facts.add(&symbol)?;
        Ok(symbol)
    }

    /// A fresh symbol for `?{div=8}`, with a number of at least `first`.
    pub(super) fn dynamic(
        &mut self,
        divisor: i64,
        first: usize,
        at: usize,
    ) -> Result<Value, Reason> {
        let fresh = (first..).map(|k| format!("d{k}"));
        let mut fresh = fresh.filter(|name| self.get(name).is_none() && !self.facts.knows(name));
        let name = fresh.next().ok_or_else(too_large)?;
        drop(fresh);
        let symbol = self.add_symbol(&name)?;
        let term = Term::symbol(symbol);
        let condition = Condition::divides(&Term::integer(divisor), &term).ok_or_else(too_large)?;
        self.facts.assume(&condition, true)?;
        let text = match divisor {
            1 => format!("`?` is the symbol `{name}`: any integer from 1"),
            _ => format!(
                "`?{{div={divisor}}}` is the symbol `{name}`, with `{name} % {divisor} = 0`"
            ),
        };
        self.notes.push(Note { at, text });
        Ok(Symbolic::number(term))
    }

    /// States a fact. The value is what is known of its symbol then.
    pub(super) fn state(&mut self, fact: &Fact) -> Result<Value, Reason> {
        let (left, right) = (self.term(&fact.left)?, self.term(&fact.right)?);
        let mut facts = self.facts.clone();
        let symbol = match (left.powers(), right.powers()) {
            ([], []) => {
                return Err(refused("a fact is about a symbol, but this one is about numbers"));
            }
            ([(symbol, 1)], []) if left.coefficient() == (1, 1) => Some(symbol.clone()),
            _ => None,
        };
        // `N >= 0` and `N > -1` say that a symbol may be 0, as in a coordinate.
        let bound = right.as_integer().filter(|n| *n < 1);
        if let (Some(symbol), Some(bound)) = (&symbol, bound) {
            match (fact.relation, bound) {
                (Relation::AtLeast, 0) | (Relation::Above, -1) => facts.allow_zero(symbol)?,
                (Relation::Above, 0) => facts.bound_below(symbol)?,
                _ => {
                    return Err(refused(format!(
                        "a symbol is an integer from 0; write `{symbol} >= 0`"
                    )));
                }
            }
            self.facts = facts;
            let text = self.facts.of(symbol).to_string();
            return Ok(Value::Symbolic(Symbolic(Kind::Facts(text))));
        }
        if left.coefficient().0 < 1 || right.coefficient().0 < 1 {
            return Err(refused("the numbers of a fact are at least 1"));
        }
        let (condition, holds) = match fact.relation {
            Relation::Divides => (Condition::divides(&right, &left), fact.holds),
            Relation::AtMost => (Condition::at_most(&left, &right), true),
            Relation::Above => (Condition::at_most(&left, &right), false),
            Relation::AtLeast => (Condition::at_most(&right, &left), true),
            Relation::Below => (Condition::at_most(&right, &left), false),
            Relation::Equal => (Condition::equal(&left, &right), fact.holds),
        };
        let condition = condition.ok_or_else(too_large)?;
        let known: Vec<Symbol> =
            left.powers().iter().chain(right.powers()).map(|(name, _)| name.clone()).collect();
        for symbol in &known {
            facts.add(symbol)?;
        }
        if !facts.assume(&condition, holds)? {
            let mut text = format!("no number satisfies this, since {}", self.facts.of(&known[0]));
            for other in &known[1..] {
                let _ = write!(text, "; {}", self.facts.of(other));
            }
            return Err(refused(text));
        }
        if let (Some(symbol), Relation::Above | Relation::AtLeast) = (&symbol, fact.relation) {
            facts.bound_below(symbol)?;
        }
        self.facts = facts;
        let text = match symbol {
            Some(symbol) => self.facts.of(&symbol).to_string(),
            None => condition.as_fact(holds).to_string(),
        };
        Ok(Value::Symbolic(Symbolic(Kind::Facts(text))))
    }

    /// The product, in which names without a value become symbols.
    fn term(&mut self, factors: &Factors) -> Result<Term, Reason> {
        let mut all = Term::integer(1);
        for factor in factors {
            let factor = match factor {
                Factor::Integer(n) => Term::integer(*n),
                Factor::Name(name) => match self.get(name) {
                    Some(Value::Tuple(n)) if n.as_leaf().is_some() => Term::integer(n.leaves()[0]),
                    Some(Value::Symbolic(Symbolic(Kind::Tuple(n)))) if n.as_number().is_some() => {
                        n.leaves[0].as_term().ok_or_else(|| refused("a fact is about products"))?
                    }
                    Some(other) => return Err(other.no("an integer or a symbol")),
                    None if name.len() > MAX_NAME => {
                        return Err(self.add_symbol(name).err().unwrap_or_else(too_large));
                    }
                    None => Term::symbol(Arc::from(name.as_str())),
                },
            };
            all = all.times(&factor).ok_or_else(too_large)?;
        }
        Ok(all)
    }
}

/// The tuple of these values, if they are numbers and tuples.
pub(super) fn tuple(parts: &[&Value]) -> Option<SymbolicTuple> {
    let parts: Vec<SymbolicTuple> =
        parts.iter().map(|part| to_tuple(part).ok()).collect::<Option<_>>()?;
    let profile = Profile::tuple(parts.iter().map(|part| part.profile.clone()));
    let leaves: Vec<Sum> = parts.into_iter().flat_map(|part| part.leaves).collect();
    (leaves.len() <= MAX_LEAVES).then_some(SymbolicTuple { leaves, profile })
}

/// The tiler of these modes.
pub(super) fn tiler(parts: &[&Value]) -> Result<SymbolicTiler, (usize, Reason)> {
    if parts.len() > MAX_LEAVES {
        return Err((0, too_many_leaves()));
    }
    let mode = |(at, part): (usize, &&Value)| match part {
        Value::Incomplete(slicer) if slicer.leaves() == [None] => Ok(None),
        part => to_tile(part).map(Some).map_err(|reason| (at, reason)),
    };
    Ok(SymbolicTiler::Modes(parts.iter().enumerate().map(mode).collect::<Result<_, _>>()?))
}

fn too_many_leaves() -> Reason {
    refused(format!("a tuple or layout with symbols has at most {MAX_LEAVES} leaves"))
}

fn to_tuple(value: &Value) -> Result<SymbolicTuple, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => Ok(tuple.clone()),
        Value::Symbolic(of) if matches!(of.0, Kind::Cases(_)) => Err(depends(of)),
        other => {
            let tuple = other.to_tuple()?;
            if tuple.leaves().len() > MAX_LEAVES {
                return Err(too_many_leaves());
            }
            let leaves = tuple.leaves().iter().map(|&n| Sum::integer(n)).collect();
            Ok(SymbolicTuple { leaves, profile: tuple.profile().clone() })
        }
    }
}

/// The reason why an answer by cases is no operand.
fn depends(of: &Symbolic) -> Reason {
    let Kind::Cases(cases) = &of.0 else { return too_large() };
    let first = cases.iter().find_map(|case| case.conditions.first());
    match first {
        Some((condition, holds)) => refused(format!(
            "the operand depends on its symbols: write a fact before it, such as `{}`",
            condition.written(*holds)
        )),
        None => too_large(),
    }
}

/// The mode `n:1` of a number in a tiler, or the layout.
fn to_tile(value: &Value) -> Result<SymbolicLayout, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => {
            match tuple.as_number().and_then(Sum::as_term) {
                Some(n) => Ok(SymbolicLayout::leaf(n, Term::integer(1))),
                None => Err(refused(
                    "a tiler with symbols has numbers and layouts as modes, without brackets in them",
                )),
            }
        }
        Value::Tuple(n) if n.as_leaf().is_some() => {
            Ok(SymbolicLayout::leaf(Term::integer(n.leaves()[0]), Term::integer(1)))
        }
        other => to_layout(other),
    }
}

fn to_layout(value: &Value) -> Result<SymbolicLayout, Reason> {
    match value {
        Value::Symbolic(Symbolic(Kind::Layout(layout))) => Ok(layout.clone()),
        Value::Symbolic(Symbolic(Kind::Tiler(SymbolicTiler::Layout(layout)))) => Ok(layout.clone()),
        Value::Symbolic(Symbolic(Kind::Tuple(shape))) => compact(shape, false),
        Value::Symbolic(of) if matches!(of.0, Kind::Cases(_)) => Err(depends(of)),
        Value::Tuple(shape) => plain(&identity(shape)?),
        other => plain(&other.to_layout()?),
    }
}

fn plain(layout: &crate::Layout) -> Result<SymbolicLayout, Reason> {
    SymbolicLayout::of(layout).ok_or_else(|| {
        refused("beside symbols, extents are at least 1, strides at least 0, and there are at most 64 leaves")
    })
}

/// The compact layout of a shape.
fn compact(shape: &SymbolicTuple, row_major: bool) -> Result<SymbolicLayout, Reason> {
    let extents = shape.terms().ok_or_else(no_sum)?;
    let mut stride = Term::integer(1);
    let mut modes = Vec::new();
    let ordered: Vec<&Term> = match row_major {
        true => extents.iter().rev().collect(),
        false => extents.iter().collect(),
    };
    for extent in ordered {
        let here = if extent.is_one() { Term::integer(0) } else { stride.clone() };
        modes.push(SymbolicMode::new(extent.clone(), here));
        stride = stride.times(extent).ok_or_else(too_large)?;
    }
    if row_major {
        modes.reverse();
    }
    Ok(SymbolicLayout { modes, profile: shape.profile.clone() })
}

/// The compact layout of a shape, column-major or row-major.
pub(super) fn ordered(facts: &Facts, shape: &Value, row_major: bool) -> Result<Value, Reason> {
    checked(facts, compact(&to_tuple(shape)?, row_major)?)
}

fn no_sum() -> Reason {
    refused("an extent or stride is a product of symbols and numbers, not a sum")
}

/// The layout `shape:stride`.
pub(super) fn layout(facts: &Facts, shape: &Value, stride: &Value) -> Result<Value, Reason> {
    let (shape, stride) = (to_tuple(shape)?, to_tuple(stride)?);
    if shape.profile != stride.profile {
        return Err(crate::Error::new(crate::Operation::Layout, crate::Rule::Congruence).into());
    }
    let extents = shape.terms().ok_or_else(no_sum)?;
    let strides = stride.terms().ok_or_else(no_sum)?;
    let modes = extents.into_iter().zip(strides).map(|(s, d)| SymbolicMode::new(s, d)).collect();
    checked(facts, SymbolicLayout { modes, profile: shape.profile })
}

/// The layout, if the facts say that its extents are integers from 1 and its strides from 0.
fn checked(facts: &Facts, layout: SymbolicLayout) -> Result<Value, Reason> {
    for mode in &layout.modes {
        let least = [(&mode.shape, 1), (&mode.stride, 0)];
        for (term, least) in least {
            if term.coefficient().0 < least {
                return Err(refused(format!(
                    "{term}: beside symbols, extents are at least 1 and strides at least 0"
                )));
            }
            if term.is_zero() {
                continue;
            }
            if !facts.positive(term) {
                return Err(refused(format!(
                    "{term} may be 0: write `> 0` for the symbols of extents and strides"
                )));
            }
            let integer = Condition::divides(&Term::integer(1), term).ok_or_else(too_large)?;
            if facts.decide(&integer) != Some(true) {
                return Err(refused(format!(
                    "{term} is an integer only if {0}: write the fact before it, `{0}; ...`",
                    integer.written(true)
                )));
            }
        }
    }
    Ok(Symbolic::layout(layout))
}

/// The sum, difference, product or quotient of two numbers.
pub(super) fn arithmetic(
    facts: &Facts,
    operator: char,
    x: &Value,
    y: &Value,
) -> Result<Value, Reason> {
    let number = |value: &Value, bracketed: bool| match to_tuple(value) {
        Ok(SymbolicTuple { leaves, profile }) if profile.is_leaf() || bracketed => {
            match &leaves[..] {
                [one] => Ok(one.clone()),
                _ => Err(value.no("a number")),
            }
        }
        _ => Err(value.no("a number")),
    };
    // `M/(4N)` has its divisor in parentheses.
    let (x, y) = (number(x, false)?, number(y, operator == '/')?);
    let result = match operator {
        '+' => x.plus(&y),
        '-' => x.minus(&y),
        '*' => x.times(&y),
        _ => {
            let (Some(n), Some(d)) = (x.as_term(), y.as_term()) else { return Err(no_sum()) };
            if d.is_zero() || !facts.positive(&d) {
                return Err(refused(format!("{d} may be 0")));
            }
            n.over(&d).map(|quotient| {
                let integer = Condition::divides(&Term::integer(1), &quotient);
                match integer.filter(|integer| !quotient.is_zero() && facts.decide(integer) != Some(true)) {
                    None => Ok(Sum::from(quotient)),
                    Some(integer) => Err(refused(format!(
                        "{quotient} is an integer only if {0}: write the fact before it, `{0}; ...`",
                        integer.written(true)
                    ))),
                }
            }).transpose()?
        }
    };
    result.map(Symbolic::number).ok_or_else(too_large)
}

/// Returns whether an operand has symbols.
pub(super) fn any(operands: &[Operand]) -> bool {
    operands.iter().any(|operand| matches!(operand.value, Value::Symbolic(_)))
}

/// The offset of a layout at a coordinate.
pub(super) fn apply(facts: &Facts, layout: &Value, coordinate: &Value) -> Result<Value, Reason> {
    let layout = to_layout(layout)?;
    let coordinate = to_tuple(coordinate)?;
    in_cases(facts, |path| Ok(Symbolic::number(offset(path, &layout, &coordinate)?)))
}

/// The answer, by cases if the facts leave some open.
fn in_cases(
    facts: &Facts,
    operation: impl FnMut(&mut Path) -> Result<Value, Refusal>,
) -> Result<Value, Reason> {
    let mut cases: Vec<Case<Result<Value, Refusal>>> = cases(facts, operation).map_err(refused)?;
    match (cases.len(), cases.pop()) {
        (1, Some(only)) => only.result.map_err(refused),
        (_, None) => Err(refused("no numbers satisfy the facts")),
        (_, Some(last)) => {
            cases.push(last);
            let mut cases = joined(cases);
            if let [only] = &mut cases[..] {
                return only.result.clone().map_err(refused);
            }
            let none = cases.iter().all(|case| case.result.is_err());
            let answer = Symbolic(Kind::Cases(cases));
            if none { Err(refused(answer)) } else { Ok(Value::Symbolic(answer)) }
        }
    }
}

/// The cases, of which those with the most frequent result become the last one, "otherwise". The reasons why there is no
/// result count as one result.
fn joined(mut cases: Vec<Case<Result<Value, Refusal>>>) -> Vec<Case<Result<Value, Refusal>>> {
    let mut reasons: Vec<String> = Vec::new();
    for case in &cases {
        if let Err(Refusal::Never(why)) = &case.result
            && !reasons.contains(why)
        {
            reasons.push(why.clone());
        }
    }
    let why = reasons.join(", or ");
    for case in &mut cases {
        if let Err(Refusal::Never(reason)) = &mut case.result {
            reason.clone_from(&why);
        }
    }
    let count = |result: &Result<Value, Refusal>| {
        cases.iter().filter(|case| case.result == *result).count()
    };
    // Of several, the last one.
    let Some(most) = cases.iter().max_by_key(|case| count(&case.result)) else { return cases };
    let result = most.result.clone();
    cases.retain(|case| case.result != result);
    cases.push(Case { conditions: Vec::new(), result });
    cases
}

/// The result of an operation of which an operand has symbols.
pub(super) fn call(
    operation: &NamedOperation,
    operands: &[Operand],
    facts: &Facts,
) -> Result<Value, Blame> {
    operation.check(operands.len())?;
    let value = |at: usize| &operands[at].value;
    let layout = |at: usize| {
        to_layout(value(at))
            .and_then(|layout| match checked(facts, layout.clone()) {
                Ok(_) => Ok(layout),
                Err(reason) => Err(reason),
            })
            .map_err(Blame::operand(at))
    };
    let integer = |at: usize| {
        let n = value(at).to_integer().map_err(Blame::operand(at))?;
        usize::try_from(n).map_err(|_| Blame::from(value(at).no("the number of a mode, from 0,")))
    };
    let is_number = |at: usize| match value(at) {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => tuple.as_number().is_some(),
        Value::Tuple(n) => n.as_leaf().is_some(),
        _ => false,
    };
    let is_bracketed = |at: usize| match value(at) {
        Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => tuple.leaves.len() == 1,
        _ => false,
    };
    let tiler = |at: usize| -> Result<SymbolicTiler, Blame> {
        let tiler = match value(at) {
            Value::Symbolic(Symbolic(Kind::Tiler(tiler))) => Ok(tiler.clone()),
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) if tuple.as_number().is_none() => {
                let parts: Vec<Value> = tuple.parts().into_iter().map(Symbolic::tuple).collect();
                let parts: Vec<&Value> = parts.iter().collect();
                self::tiler(&parts).map_err(|(_, reason)| reason)
            }
            Value::Tuple(_) | Value::Tiler(_) | Value::Incomplete(_) => {
                value(at).to_tiler().and_then(of_tiler)
            }
            _ => to_tile(value(at)).map(SymbolicTiler::Layout),
        };
        let tiler = tiler.map_err(Blame::operand(at))?;
        let modes = match &tiler {
            SymbolicTiler::Layout(layout) => alloc::vec![layout],
            SymbolicTiler::Modes(modes) => modes.iter().flatten().collect(),
        };
        for mode in modes {
            checked(facts, mode.clone()).map_err(Blame::operand(at))?;
        }
        Ok(tiler)
    };
    let exact = |result: Result<Term, Refusal>| result.map(Symbolic::number).map_err(refused);
    let divided = |arrangement| {
        let (a, tiler) = (layout(0)?, tiler(1)?);
        Ok(in_cases(facts, |path| divide(path, &a, &tiler, arrangement).map(Symbolic::layout))?)
    };
    let parts = |at: usize| -> Result<Vec<Value>, Blame> {
        Ok(match value(at) {
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => {
                tuple.parts().into_iter().map(Symbolic::tuple).collect()
            }
            _ => layout(at)?.parts().into_iter().map(Symbolic::layout).collect(),
        })
    };
    let join = |parts: &[Value], is_tuple: bool| -> Result<Value, Blame> {
        if is_tuple {
            let parts: Vec<&Value> = parts.iter().collect();
            return Ok(tuple(&parts).map(Symbolic::tuple).ok_or_else(too_many_leaves)?);
        }
        let parts: Vec<_> = parts.iter().map(to_layout).collect::<Result<_, _>>()?;
        Ok(SymbolicLayout::concatenate(parts).map(Symbolic::layout).map_err(refused)?)
    };
    let is_tuple = matches!(value(0), Value::Symbolic(Symbolic(Kind::Tuple(_))));
    match operation.name {
        "logical_product" if is_number(0) && is_number(1) => {
            Ok(arithmetic(facts, '*', value(0), value(1))?)
        }
        "logical_divide" if is_number(0) && (is_number(1) || is_bracketed(1)) => {
            Ok(arithmetic(facts, '/', value(0), value(1))?)
        }
        "size" => match to_tuple(value(0)) {
            Ok(shape) => Ok(exact(product(shape.terms().ok_or_else(no_sum)?.iter()))?),
            Err(_) => Ok(exact(layout(0)?.size())?),
        },
        "cosize" => Ok(layout(0)?.cosize().map(Symbolic::number).map_err(refused)?),
        "rank" | "depth" | "length" => {
            let profile = match to_tuple(value(0)) {
                Ok(tuple) => tuple.profile,
                Err(_) => layout(0)?.profile,
            };
            Ok(match operation.name {
                "rank" => profile.rank(),
                "depth" => profile.depth(),
                _ => profile.len(),
            }
            .into())
        }
        "shape" => Ok(Symbolic::tuple(layout(0)?.shape())),
        "stride" => Ok(Symbolic::tuple(layout(0)?.stride())),
        "mode" => {
            let (parts, k) = (parts(0)?, integer(1)?);
            let none = || refused(format!("there is no mode {k}; the modes are counted from 0"));
            Ok(parts.get(k).cloned().ok_or_else(none)?)
        }
        "take" => {
            let (parts, b, e) = (parts(0)?, integer(1)?, integer(2)?);
            let none = || refused(format!("there are no modes {b} to {e}"));
            join(parts.get(b..e).ok_or_else(none)?, is_tuple)
        }
        "flatten" => Ok(match value(0) {
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => {
                let leaves = tuple.leaves.clone();
                let flat = if tuple.profile.is_leaf() {
                    Profile::leaf()
                } else {
                    Profile::flat(leaves.len())
                };
                Symbolic::tuple(SymbolicTuple { profile: flat, leaves })
            }
            _ => {
                let SymbolicLayout { modes, profile } = layout(0)?;
                let flat =
                    if profile.is_leaf() { Profile::leaf() } else { Profile::flat(modes.len()) };
                Symbolic::layout(SymbolicLayout { profile: flat, modes })
            }
        }),
        "concatenate" => {
            let parts: Vec<Value> = (0..operands.len())
                .map(|at| Ok(Symbolic::layout(layout(at)?)))
                .collect::<Result<_, Blame>>()?;
            join(&parts, false)
        }
        "coalesce" if operands.len() == 1 => {
            let a = layout(0)?;
            Ok(in_cases(facts, |path| {
                Ok(Symbolic::layout(SymbolicLayout::flat(coalesced(path, &a.modes, false)?)))
            })?)
        }
        "composition" => {
            let (a, tiler) = (layout(0)?, tiler(1)?);
            Ok(in_cases(facts, |path| compose(path, &a, &tiler).map(Symbolic::layout))?)
        }
        "complement" => {
            let a = layout(0)?;
            let n = to_tuple(value(1))
                .and_then(|n| n.terms().ok_or_else(no_sum))
                .map_err(Blame::operand(1))?;
            let n = product(n.iter()).map_err(refused)?;
            checked(facts, SymbolicLayout::leaf(n.clone(), Term::integer(0)))
                .map_err(Blame::operand(1))?;
            Ok(in_cases(facts, |path| complement(path, &a, &n).map(Symbolic::layout))?)
        }
        "logical_divide" => divided(Arrangement::Logical),
        "zipped_divide" => divided(Arrangement::Zipped),
        "tiled_divide" => divided(Arrangement::Tiled),
        "flat_divide" => divided(Arrangement::Flat),
        "same_function" => {
            let (a, b) = (layout(0)?, layout(1)?);
            Ok(in_cases(facts, |path| same_function(path, &a, &b).map(Value::from))?)
        }
        "equal" => {
            if let (Ok(x), Ok(y)) = (to_tuple(value(0)), to_tuple(value(1))) {
                let (a, b) = (x.terms().ok_or_else(no_sum)?, y.terms().ok_or_else(no_sum)?);
                if x.profile != y.profile {
                    return Ok(false.into());
                }
                let zero = || Term::integer(0);
                let modes = |terms: Vec<Term>| {
                    terms.into_iter().map(|n| SymbolicMode::new(zero(), n)).collect()
                };
                let (a, b): (Vec<_>, Vec<_>) = (modes(a), modes(b));
                return Ok(in_cases(facts, |path| equal_modes(path, &a, &b).map(Value::from))?);
            }
            let (a, b) = (layout(0)?, layout(1)?);
            if a.profile != b.profile {
                return Ok(false.into());
            }
            Ok(in_cases(facts, |path| equal_modes(path, &a.modes, &b.modes).map(Value::from))?)
        }
        "crd2idx" => Ok(apply(facts, value(1), value(0))?),
        name => Err(refused(format!("`{name}` does not take symbols; these do: {TAKEN}")).into()),
    }
}

/// A tiler of numbers, without tuples in it.
fn of_tiler(tiler: Tiler) -> Result<SymbolicTiler, Reason> {
    let nested = || refused("a tiler beside symbols has numbers and layouts as modes");
    match tiler {
        Tiler::Layout(layout) => Ok(SymbolicTiler::Layout(plain(&layout)?)),
        Tiler::Modes(modes) => {
            let mode = |mode: Tiler| match mode {
                Tiler::Layout(layout) => plain(&layout).map(Some),
                Tiler::Keep => Ok(None),
                _ => Err(nested()),
            };
            if modes.len() > MAX_LEAVES {
                return Err(too_many_leaves());
            }
            Ok(SymbolicTiler::Modes(modes.into_iter().map(mode).collect::<Result<_, _>>()?))
        }
        _ => Err(nested()),
    }
}
