//! The symbols and facts of a program.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Names, Note, Reason, Value};
use crate::symbolic::condition::Condition;
use crate::symbolic::facts::TooMany;
use crate::symbolic::term::{Symbol, Term};
use crate::symbolic::{Kind, Symbolic};

mod call;
mod operand;

pub(super) use call::{apply, call};
pub(super) use operand::{any, arithmetic, layout, ordered, tiler, tuple};

/// The length of the longest name of a symbol, in bytes.
const MAX_NAME: usize = 64;

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

/// The reason with this text.
fn refused(text: impl ToString) -> Reason {
    Reason::Symbols(text.to_string())
}

fn too_large() -> Reason {
    refused(crate::symbolic::cases::Refusal::Overflow)
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

    /// What is known of the symbols, as statements that say the same to other names: `N % 8 = 0; N >= 8`.
    ///
    /// ```
    /// use tilework_algebra::expression::{Names, evaluate};
    /// let mut names = Names::new();
    /// evaluate("N % 8 = 0; K < N; (16,N):(1,16)", &mut names)?;
    /// assert_eq!(names.facts(), "N > K; K >= 1; N % 8 = 0; N >= 8");
    /// let mut others = Names::new();
    /// evaluate(&names.facts(), &mut others)?;
    /// assert_eq!(names.facts(), others.facts());
    /// # Ok::<(), tilework_algebra::expression::Failure>(())
    /// ```
    pub fn facts(&self) -> String {
        let mut facts: Vec<String> = Vec::new();
        for symbol in self.facts.symbols() {
            for fact in self.facts.of(symbol).to_string().split("; ") {
                if !facts.iter().any(|known| known == fact) {
                    facts.push(fact.to_string());
                }
            }
        }
        facts.join("; ")
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
