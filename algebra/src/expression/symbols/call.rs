//! The operations that take symbols.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::operand::{
    arithmetic, checked, no_sum, plain, to_layout, to_tile, to_tuple, too_many_leaves, tuple,
};
use super::refused;
use crate::expression::operand::{Blame, Operand};
use crate::expression::{NamedOperation, Reason, Value};
use crate::layout::tiler::Tiler;
use crate::symbolic::cases::{Case, MAX_CASES, Path, Refusal, cases};
use crate::symbolic::coalesce::coalesced;
use crate::symbolic::compatible::compatible;
use crate::symbolic::complement::complement;
use crate::symbolic::divide::{Arrangement, compose, divide};
use crate::symbolic::facts::Facts;
use crate::symbolic::layout::{
    MAX_LEAVES, SymbolicLayout, SymbolicMode, SymbolicTiler, SymbolicTuple, product,
};
use crate::symbolic::offset::offset;
use crate::symbolic::product::logical_product;
use crate::symbolic::same_function::{equal_modes, same_function};
use crate::symbolic::sum::Sum;
use crate::symbolic::term::Term;
use crate::symbolic::{Kind, Symbolic};
use crate::tuple::profile::Profile;

/// The names of the operations that take symbols.
const TAKEN: &str = "append, coalesce, compatible, complement, composition, concatenate, congruent, cosize, crd2idx, \
    depth, equal, flat_divide, flatten, group, length, logical_divide, logical_product, mode, prepend, rank, \
    same_function, select, shape, size, stride, take, tiled_divide, zipped_divide";

/// The offset of a layout at a coordinate, or its slice at an incomplete one.
pub(in crate::expression) fn apply(
    facts: &Facts,
    layout: &Value,
    coordinate: &Value,
) -> Result<Value, Reason> {
    let layout = to_layout(layout)?;
    checked(facts, layout.clone())?;
    let Some(parts) = incomplete(coordinate)? else {
        let coordinate = to_tuple(coordinate)?;
        return in_cases(facts, |path| Ok(Symbolic::number(offset(path, &layout, &coordinate)?)));
    };
    let modes = layout.parts();
    if modes.len() != parts.len() {
        let why = "the coordinate does not fit the profile of the layout";
        return Err(refused(Refusal::Never(why.into())));
    }
    in_cases(facts, |path| {
        let (mut open, mut sum) = (Vec::new(), Sum::default());
        for (mode, part) in modes.iter().zip(&parts) {
            match part {
                None => open.push(mode.clone()),
                Some(part) => {
                    let here = offset(path, mode, &SymbolicTuple::leaf(part.clone()))?;
                    sum = sum.plus(&here).ok_or(Refusal::Overflow)?;
                }
            }
        }
        // One mode alone is unwrapped.
        let open = match open.len() {
            1 => open.remove(0),
            _ => SymbolicLayout::concatenate(open)?,
        };
        Ok(Value::List(alloc::vec![Symbolic::layout(open), Symbolic::number(sum)]))
    })
}

/// The parts of a coordinate with `_`, which are numbers.
fn incomplete(coordinate: &Value) -> Result<Option<Vec<Option<Sum>>>, Reason> {
    let nested =
        || refused("a slice of a layout with symbols has `_` and numbers, without brackets in it");
    match coordinate {
        Value::Incomplete(slicer) if slicer.profile().depth() < 2 => {
            let leaves = slicer.leaves().iter();
            Ok(Some(leaves.map(|leaf| leaf.map(Sum::integer)).collect()))
        }
        Value::Incomplete(_) => Err(nested()),
        Value::Symbolic(Symbolic(Kind::Tiler(SymbolicTiler::Modes(modes)))) => {
            let number = |mode: &Option<SymbolicLayout>| match mode {
                None => Ok(None),
                Some(mode) if mode.profile.is_leaf() && mode.modes[0].stride.is_one() => {
                    Ok(Some(Sum::from(mode.modes[0].shape.clone())))
                }
                Some(_) => Err(nested()),
            };
            Ok(Some(modes.iter().map(number).collect::<Result<_, _>>()?))
        }
        _ => Ok(None),
    }
}

/// The result of an operation of which an operand has symbols.
pub(in crate::expression) fn call(
    operation: &NamedOperation,
    operands: &[Operand],
    facts: &Facts,
) -> Result<Value, Blame> {
    operation.check(operands.len())?;
    let of = Of { operands, facts };
    match operation.name {
        "logical_product" if of.is_number(0) && of.is_number(1) => {
            Ok(arithmetic(facts, '*', of.value(0), of.value(1))?)
        }
        "logical_divide" if of.is_number(0) && (of.is_number(1) || of.is_bracketed(1)) => {
            Ok(arithmetic(facts, '/', of.value(0), of.value(1))?)
        }
        "size" | "cosize" | "rank" | "depth" | "length" | "shape" | "stride" => {
            of.property(operation.name)
        }
        "mode" | "take" | "select" | "group" | "flatten" | "append" | "prepend" | "concatenate" => {
            of.rearranged(operation.name)
        }
        "coalesce" if operands.len() == 1 => {
            let a = of.layout(0)?;
            of.layout_of(|path| Ok(SymbolicLayout::flat(coalesced(path, &a.modes, false)?)))
        }
        "composition" => {
            let (a, tiler) = (of.layout(0)?, of.tiler(1)?);
            of.layout_of(|path| compose(path, &a, &tiler))
        }
        "complement" => {
            let (a, n) = (of.layout(0)?, of.product(1)?);
            let extent = SymbolicLayout::leaf(n.clone(), Term::integer(0));
            checked(facts, extent).map_err(Blame::operand(1))?;
            of.layout_of(|path| complement(path, &a, &n))
        }
        "logical_divide" => of.divided(Arrangement::Logical),
        "zipped_divide" => of.divided(Arrangement::Zipped),
        "tiled_divide" => of.divided(Arrangement::Tiled),
        "flat_divide" => of.divided(Arrangement::Flat),
        "logical_product" => {
            let a = of.layout(0)?;
            let SymbolicTiler::Layout(b) = of.tiler(1)? else {
                return Err(refused("a product with symbols takes a layout, not a tiler").into());
            };
            of.layout_of(|path| logical_product(path, &a, &b))
        }
        "same_function" => {
            let (a, b) = (of.layout(0)?, of.layout(1)?);
            Ok(in_cases(facts, |path| same_function(path, &a, &b).map(Value::from))?)
        }
        "equal" => of.equal(),
        "congruent" => Ok((of.shape(0)?.profile == of.shape(1)?.profile).into()),
        "compatible" => {
            let (coarse, fine) = (of.shape(0)?, of.shape(1)?);
            Ok(in_cases(facts, |path| compatible(path, &coarse, &fine).map(Value::from))?)
        }
        "crd2idx" => Ok(apply(facts, of.value(1), of.value(0))?),
        name => Err(refused(format!("`{name}` does not take symbols; these do: {TAKEN}")).into()),
    }
}

/// The operands of an operation, and the facts.
struct Of<'a> {
    operands: &'a [Operand],
    facts: &'a Facts,
}

impl Of<'_> {
    fn value(&self, at: usize) -> &Value {
        &self.operands[at].value
    }

    fn is_number(&self, at: usize) -> bool {
        match self.value(at) {
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => tuple.profile.is_leaf(),
            Value::Tuple(n) => n.as_leaf().is_some(),
            _ => false,
        }
    }

    fn is_tuple(&self, at: usize) -> bool {
        matches!(self.value(at), Value::Tuple(_) | Value::Symbolic(Symbolic(Kind::Tuple(_))))
    }

    /// Returns whether the operand is a number in parentheses.
    fn is_bracketed(&self, at: usize) -> bool {
        match self.value(at) {
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) => tuple.leaves.len() == 1,
            _ => false,
        }
    }

    fn integer(&self, at: usize) -> Result<usize, Blame> {
        let n = self.value(at).to_integer().map_err(Blame::operand(at))?;
        let wanted = "the number of a mode, from 0,";
        usize::try_from(n).map_err(|_| Blame::operand(at)(self.value(at).no(wanted)))
    }

    /// The layout, whose numbers the facts allow.
    fn layout(&self, at: usize) -> Result<SymbolicLayout, Blame> {
        let layout = to_layout(self.value(at)).map_err(Blame::operand(at))?;
        checked(self.facts, layout.clone()).map_err(Blame::operand(at))?;
        Ok(layout)
    }

    /// The tuple, or the shape of the layout.
    fn shape(&self, at: usize) -> Result<SymbolicTuple, Blame> {
        match self.is_tuple(at) {
            true => to_tuple(self.value(at)).map_err(Blame::operand(at)),
            false => Ok(self.layout(at)?.shape()),
        }
    }

    /// The number, or the product of the numbers of a tuple.
    fn product(&self, at: usize) -> Result<Term, Blame> {
        let shape = self.shape(at)?.terms().ok_or_else(no_sum).map_err(Blame::operand(at))?;
        Ok(product(shape.iter()).map_err(refused)?)
    }

    fn tiler(&self, at: usize) -> Result<SymbolicTiler, Blame> {
        let tiler = match self.value(at) {
            Value::Symbolic(Symbolic(Kind::Tiler(tiler))) => Ok(tiler.clone()),
            Value::Symbolic(Symbolic(Kind::Tuple(tuple))) if tuple.as_number().is_none() => {
                let parts: Vec<Value> = tuple.parts().into_iter().map(Symbolic::tuple).collect();
                let parts: Vec<&Value> = parts.iter().collect();
                super::tiler(&parts).map_err(|(_, reason)| reason)
            }
            Value::Tuple(_) | Value::Tiler(_) | Value::Incomplete(_) => {
                self.value(at).to_tiler().and_then(of_tiler)
            }
            other => to_tile(other).map(SymbolicTiler::Layout),
        };
        let tiler = tiler.map_err(Blame::operand(at))?;
        let modes = match &tiler {
            SymbolicTiler::Layout(layout) => alloc::vec![layout],
            SymbolicTiler::Modes(modes) => modes.iter().flatten().collect(),
        };
        for mode in modes {
            checked(self.facts, mode.clone()).map_err(Blame::operand(at))?;
        }
        Ok(tiler)
    }

    fn layout_of(
        &self,
        mut operation: impl FnMut(&mut Path) -> Result<SymbolicLayout, Refusal>,
    ) -> Result<Value, Blame> {
        Ok(in_cases(self.facts, |path| operation(path).map(Symbolic::layout))?)
    }

    fn divided(&self, arrangement: Arrangement) -> Result<Value, Blame> {
        let (a, tiler) = (self.layout(0)?, self.tiler(1)?);
        self.layout_of(|path| divide(path, &a, &tiler, arrangement))
    }

    fn property(&self, name: &str) -> Result<Value, Blame> {
        Ok(match name {
            "size" => Symbolic::number(self.product(0)?),
            "cosize" => Symbolic::number(self.layout(0)?.cosize().map_err(refused)?),
            "rank" => self.shape(0)?.profile.rank().into(),
            "depth" => self.shape(0)?.profile.depth().into(),
            "length" => self.shape(0)?.profile.len().into(),
            "stride" => Symbolic::tuple(self.layout(0)?.stride()),
            _ => Symbolic::tuple(self.layout(0)?.shape()),
        })
    }

    /// The modes of an operand. Tuples stay tuples where no operand is a layout.
    fn parts(&self, at: usize, tuples: bool) -> Result<Vec<Value>, Blame> {
        Ok(match tuples {
            true => self.shape(at)?.parts().into_iter().map(Symbolic::tuple).collect(),
            false => self.layout(at)?.parts().into_iter().map(Symbolic::layout).collect(),
        })
    }

    fn rearranged(&self, name: &str) -> Result<Value, Blame> {
        let count = self.operands.len();
        let pair = matches!(name, "append" | "prepend");
        let tuples = name != "concatenate" && self.is_tuple(0) && (!pair || self.is_tuple(1));
        let whole = |at: usize| match tuples {
            true => self.shape(at).map(Symbolic::tuple),
            false => self.layout(at).map(Symbolic::layout),
        };
        let join = |parts: &[Value]| -> Result<Value, Blame> {
            if tuples {
                let parts: Vec<&Value> = parts.iter().collect();
                return Ok(tuple(&parts).map(Symbolic::tuple).ok_or_else(too_many_leaves)?);
            }
            let parts: Vec<_> = parts.iter().map(to_layout).collect::<Result<_, _>>()?;
            Ok(SymbolicLayout::concatenate(parts).map(Symbolic::layout).map_err(refused)?)
        };
        let none = || refused("there is no such mode; modes are counted from 0");
        if name == "concatenate" {
            return join(&(0..count).map(whole).collect::<Result<Vec<_>, _>>()?);
        }
        let mut parts = self.parts(0, tuples)?;
        match name {
            "append" => parts.push(whole(1)?),
            "prepend" => parts.insert(0, whole(1)?),
            "mode" => return Ok(parts.get(self.integer(1)?).cloned().ok_or_else(none)?),
            "take" => {
                let range = self.integer(1)?..self.integer(2)?;
                parts = parts.get(range).ok_or_else(none)?.to_vec();
            }
            "group" => {
                let (begin, end) = (self.integer(1)?, self.integer(2)?);
                let inside = join(parts.get(begin..end).ok_or_else(none)?)?;
                parts.splice(begin..end, [inside]);
            }
            "select" => {
                let modes = self.value(1).to_integers().map_err(Blame::operand(1))?;
                if modes.len() > MAX_LEAVES {
                    return Err(too_many_leaves().into());
                }
                let part = |at: i64| parts.get(usize::try_from(at).ok()?).cloned();
                let selected: Option<Vec<Value>> = modes.into_iter().map(part).collect();
                parts = selected.ok_or_else(none)?;
            }
            _ => {
                let (shape, layout) =
                    (self.shape(0)?, if tuples { None } else { Some(self.layout(0)?) });
                let count = shape.leaves.len();
                let flat =
                    if shape.profile.is_leaf() { Profile::leaf() } else { Profile::flat(count) };
                return Ok(match layout {
                    None => Symbolic::tuple(SymbolicTuple { profile: flat, ..shape }),
                    Some(layout) => Symbolic::layout(SymbolicLayout { profile: flat, ..layout }),
                });
            }
        }
        join(&parts)
    }

    /// Whether two values have the same profile and numbers; next to a layout a tuple is one.
    fn equal(&self) -> Result<Value, Blame> {
        if self.is_tuple(0) && self.is_tuple(1) {
            let (x, y) = (self.shape(0)?, self.shape(1)?);
            if x.profile != y.profile {
                return Ok(false.into());
            }
            let modes = |tuple: SymbolicTuple| -> Result<Vec<SymbolicMode>, Blame> {
                let terms = tuple.terms().ok_or_else(no_sum)?.into_iter();
                Ok(terms.map(|n| SymbolicMode::new(Term::integer(0), n)).collect())
            };
            let (x, y) = (modes(x)?, modes(y)?);
            return Ok(in_cases(self.facts, |path| equal_modes(path, &x, &y).map(Value::from))?);
        }
        let (a, b) = (self.layout(0)?, self.layout(1)?);
        if a.profile != b.profile {
            return Ok(false.into());
        }
        Ok(in_cases(self.facts, |path| equal_modes(path, &a.modes, &b.modes).map(Value::from))?)
    }
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
            if cases.len() > MAX_CASES {
                let first = cases.into_iter().find_map(|case| case.conditions.into_iter().next());
                return Err(refused(Refusal::Cases(first.map(|(condition, _)| condition))));
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
    // The first reason in the order of the steps is found last.
    reasons.reverse();
    let why = reasons.join(", or ");
    for case in &mut cases {
        if let Err(Refusal::Never(reason)) = &mut case.result {
            reason.clone_from(&why);
        }
    }
    while let Some((at, condition, other)) = neighbors(&cases) {
        cases[at].conditions.remove(condition);
        cases.remove(other);
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

/// Two cases with the same result whose conditions differ in whether one of them holds, and the place of that one.
fn neighbors(cases: &[Case<Result<Value, Refusal>>]) -> Option<(usize, usize, usize)> {
    let pairs = (1..cases.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter(|&(a, b)| cases[a].result == cases[b].result).find_map(|(a, b)| {
        let (one, other) = (&cases[a].conditions, &cases[b].conditions);
        let mut different = (0..one.len()).filter(|&at| !other.contains(&one[at]));
        let at = different.next()?;
        let opposite = (one[at].0.clone(), !one[at].1);
        let alone = different.next().is_none() && one.len() == other.len();
        (alone && other.contains(&opposite)).then_some((a, at, b))
    })
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
