//! Layouts whose extents and strides are known by name, `(16,N):(1,16)`, with facts about the names.
//!
//! A symbol is an integer from 1. Facts say more: `N % 8 = 0`, `N >= 16`, `K < M`. The extents and strides of a layout
//! are *terms*, products of symbols with a rational coefficient: `16N`, `N/8`, `N*M`. The facts say that a term is an
//! integer.
//!
//! An operation asks whether one number divides another, is at most another, or equals another. If the facts do not
//! decide a question, the operation is carried out once for each answer. The answer lists the cases that differ. Each case holds for all values of the symbols that satisfy the facts and its conditions, as
//! long as the numbers fit 64 bits. As functions, the results are those of the operations on numbers.
//!
//! The functions agree on the coordinates of the result. A mode whose extent may be 1 keeps its stride, which the
//! operations on numbers replace by 0, so they may differ past the size. The strides of `(N,8):col_major` are `(1,N)` for
//! every `N`.
//!
//! If a rule of divisibility is broken, there is either no result for any such values, or the answer says that the
//! rules do not decide.
//!
//! ```
//! use tilework_algebra::expression::{Names, evaluate};
//! let mut names = Names::new();
//! let text = "zipped_divide((M,K):(K,1), <128,64>)";
//! evaluate("M % 128 = 0; K % 64 = 0", &mut names)?;
//! let tiles = evaluate(text, &mut names)?;
//! assert_eq!(tiles.to_string(), "((128,64),(M/128,K/64)):((K,1),(128K,64))");
//! # Ok::<(), tilework_algebra::expression::Failure>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub(crate) mod cases;
pub(crate) mod coalesce;
pub(crate) mod compatible;
pub(crate) mod complement;
pub(crate) mod composition;
pub(crate) mod condition;
pub(crate) mod divide;
pub(crate) mod facts;
pub(crate) mod layout;
pub(crate) mod offset;
pub(crate) mod product;
pub(crate) mod same_function;
pub(crate) mod sum;
pub(crate) mod term;

use self::cases::{Case, Refusal};
use self::layout::{SymbolicLayout, SymbolicTiler, SymbolicTuple};
use self::sum::Sum;
use crate::expression::{Reason, Value};
use crate::layout::Layout;
use crate::layout::tiler::Tiler;
use crate::tuple::int_tuple::IntTuple;

/// A value with symbols: a tuple, a layout, a tiler, facts about a symbol, or an answer by cases.
///
/// Its text is read as the same value by the names that wrote it, except that the text of cases is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbolic(pub(crate) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tuple(SymbolicTuple),
    Layout(SymbolicLayout),
    Tiler(SymbolicTiler),
    /// The conditions of the cases exclude one another; the last case is what remains.
    Cases(Vec<Case<Result<Value, Refusal>>>),
    Facts(String),
}

impl Symbolic {
    /// The value for these values of the symbols: the case whose conditions hold, in numbers.
    ///
    /// # Errors
    /// [`Reason::Symbols`] if `value` has no value for a symbol, if the symbols do not satisfy the facts that made the
    /// value, or if this case has no result. The error of a layout of these numbers.
    ///
    /// ```
    /// use tilework_algebra::expression::{Names, Value, evaluate};
    /// let layout = evaluate("(16,N):(1,16)", &mut Names::new())?;
    /// let Value::Symbolic(layout) = layout else { unreachable!() };
    /// assert_eq!(layout.at(&|name| (name == "N").then_some(4)).unwrap().to_string(), "(16,4):(1,16)");
    /// # Ok::<(), tilework_algebra::expression::Failure>(())
    /// ```
    pub fn at(&self, value: &dyn Fn(&str) -> Option<i64>) -> Result<Value, Reason> {
        let none = || Reason::Symbols("the symbols have no such values".into());
        let number = |sum: &Sum| sum.at(value).ok_or_else(none);
        let tuple = |tuple: &SymbolicTuple| {
            let leaves = tuple.leaves.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, Reason>(IntTuple::of_parts(leaves.into(), tuple.profile.clone()))
        };
        let layout = |layout: &SymbolicLayout| {
            Ok::<_, Reason>(Layout::new(&tuple(&layout.shape())?, &tuple(&layout.stride())?)?)
        };
        match &self.0 {
            Kind::Tuple(of) => Ok(tuple(of)?.into()),
            Kind::Layout(of) | Kind::Tiler(SymbolicTiler::Layout(of)) => Ok(layout(of)?.into()),
            Kind::Tiler(SymbolicTiler::Modes(modes)) => {
                let mode = |mode: &Option<SymbolicLayout>| match mode {
                    Some(mode) => Ok(Tiler::Layout(layout(mode)?)),
                    None => Ok(Tiler::Keep),
                };
                Ok(Value::Tiler(Tiler::Modes(
                    modes.iter().map(mode).collect::<Result<_, Reason>>()?,
                )))
            }
            Kind::Facts(_) => Err(none()),
            Kind::Cases(cases) => {
                let mut found = None;
                let Some((last, others)) = cases.split_last() else { return Err(none()) };
                for case in others {
                    let mut holds = true;
                    for (condition, wanted) in &case.conditions {
                        holds &= condition.at(value).ok_or_else(none)? == *wanted;
                    }
                    if holds && found.replace(case).is_some() {
                        return Err(none());
                    }
                }
                match &found.unwrap_or(last).result {
                    // Cases are not nested.
                    Ok(Value::Symbolic(result)) if !matches!(result.0, Kind::Cases(_)) => {
                        result.at(value)
                    }
                    // A slice and its offset.
                    Ok(Value::List(parts)) => {
                        let part = |part: &Value| match part {
                            Value::Symbolic(part) if !matches!(part.0, Kind::Cases(_)) => {
                                part.at(value)
                            }
                            part => Ok(part.clone()),
                        };
                        Ok(Value::List(parts.iter().map(part).collect::<Result<_, _>>()?))
                    }
                    Ok(result) => Ok(result.clone()),
                    Err(refusal) => Err(Reason::Symbols(alloc::format!("{refusal}"))),
                }
            }
        }
    }

    /// The kind of the value, with an article.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.0 {
            Kind::Tuple(tuple) if tuple.profile.is_leaf() => "a number with symbols",
            Kind::Tuple(_) => "a tuple with symbols",
            Kind::Layout(_) => "a layout with symbols, which need values here: write `N = 32; ..`",
            Kind::Tiler(_) => "a tiler with symbols",
            Kind::Cases(_) => "an answer by cases",
            Kind::Facts(_) => "a fact",
        }
    }

    /// The number of leaves and brackets, for limits.
    pub(crate) fn length(&self) -> usize {
        // A leaf holds several symbols.
        8 * match &self.0 {
            Kind::Tuple(tuple) => {
                let terms = tuple.leaves.iter().map(|leaf| 1 + leaf.terms().len());
                terms.sum::<usize>() + tuple.profile.tokens().len()
            }
            Kind::Layout(layout) => layout.profile.tokens().len(),
            Kind::Tiler(SymbolicTiler::Layout(layout)) => layout.profile.tokens().len(),
            Kind::Tiler(SymbolicTiler::Modes(modes)) => {
                let length = |mode: &SymbolicLayout| mode.profile.tokens().len();
                modes.iter().map(|mode| 1 + mode.as_ref().map_or(0, length)).sum()
            }
            // At most eight results, each of a limited number of leaves.
            Kind::Cases(cases) => cases.len() * layout::MAX_LEAVES,
            Kind::Facts(text) => text.len(),
        }
    }

    /// The value, as one of numbers if it has no symbols.
    pub(crate) fn tuple(tuple: SymbolicTuple) -> Value {
        let integers: Option<Vec<i64>> = tuple.leaves.iter().map(Sum::as_integer).collect();
        match integers {
            Some(leaves) => IntTuple::of_parts(leaves.into(), tuple.profile).into(),
            None => Value::Symbolic(Symbolic(Kind::Tuple(tuple))),
        }
    }

    /// The number, as an integer if it has no symbols.
    pub(crate) fn number(number: impl Into<Sum>) -> Value {
        Symbolic::tuple(SymbolicTuple::leaf(number.into()))
    }

    /// The layout, as one of numbers if it has no symbols.
    pub(crate) fn layout(layout: SymbolicLayout) -> Value {
        let integers = |tuple: SymbolicTuple| {
            let leaves: Option<Vec<i64>> = tuple.leaves.iter().map(Sum::as_integer).collect();
            leaves.map(|leaves| IntTuple::of_parts(leaves.into(), tuple.profile))
        };
        let plain = integers(layout.shape()).zip(integers(layout.stride()));
        match plain.and_then(|(shape, stride)| Layout::new(&shape, &stride).ok()) {
            Some(layout) => layout.into(),
            None => Value::Symbolic(Symbolic(Kind::Layout(layout))),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Never(why) => write!(f, "no result: {why}"),
            Refusal::Open(why) => write!(f, "not decided by the rules: {why}"),
            Refusal::Overflow => f.write_str("the numbers have too many factors or do not fit"),
            Refusal::Cases(None) => f.write_str("this depends on the symbols in too many ways"),
            Refusal::Cases(Some(condition)) => write!(
                f,
                "this depends on the symbols in too many ways: write facts before it, such as `{}`",
                condition.written(true)
            ),
        }
    }
}

impl fmt::Display for Symbolic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = match &self.0 {
            Kind::Tuple(tuple) => return tuple.fmt(f),
            Kind::Layout(layout) => return layout.fmt(f),
            Kind::Tiler(tiler) => return tiler.fmt(f),
            Kind::Facts(facts) => return f.write_str(facts),
            Kind::Cases(cases) => cases,
        };
        for (at, case) in cases.iter().enumerate() {
            f.write_str(if at > 0 { "; " } else { "" })?;
            match at + 1 == cases.len() {
                true => f.write_str("otherwise")?,
                false => {
                    for (at, (condition, holds)) in case.conditions.iter().enumerate() {
                        write!(
                            f,
                            "{}{}",
                            if at > 0 { ", " } else { "" },
                            condition.written(*holds)
                        )?;
                    }
                }
            }
            match &case.result {
                Ok(result) => write!(f, ": {result}")?,
                Err(refusal) => write!(f, ": {refusal}")?,
            }
        }
        Ok(())
    }
}
