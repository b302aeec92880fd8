//! Parsing of symbols: names in tuples, extents and strides, multiples such as `16N`, sums, facts, and `?`.

use alloc::string::ToString;
use alloc::vec;

use super::frame::Kind;
use super::{DYNAMIC, NamedOperation, Next, Parser, What, Written, is_reserved};
use crate::expression::symbols::{Fact, Factor, Factors, Relation};
use crate::expression::{Failure, Reason};
use crate::search::machine::Machine;

impl Parser<'_> {
    /// Emits a name that no operation has. In tuples, extents and strides it may be a symbol, unless a machine has the
    /// name.
    pub(super) fn named(&mut self, name: &str, at: usize) -> Next {
        let next = self.peek();
        let composed = |name: &str| name == "composition";
        let applied = next == Some('(')
            || next == Some('∘')
            || self.name() == "o"
            || self.frame().operator.is_some_and(|(operation, _)| composed(operation.name));
        let frame = self.frame();
        let number = matches!(frame.kind, Kind::Parentheses) || frame.colon.is_some();
        let symbolic = !self.foreign
            && !applied
            && (number || next == Some(':'))
            && Machine::named(name).is_none();
        let name = name.to_string();
        self.emit(at, if symbolic { What::Symbol(name) } else { What::Name(name) });
        self.frame().written = Written::Name;
        Next::AfterOperand
    }

    /// Emits the factor of a multiple `16N`, if a name follows the integer at once.
    pub(super) fn multiple_of_symbol(&mut self, integer: i64, at: usize) -> bool {
        let starts = |c: char| c.is_alphabetic();
        if self.foreign || !self.rest().starts_with(starts) {
            return false;
        }
        let (name, place) = (self.name(), self.at);
        if name == "o" || is_reserved(name) || NamedOperation::named(name).is_some() {
            return false;
        }
        self.emit(at, What::Integer(integer));
        self.at += name.len();
        self.named(name, place);
        self.plain(at, What::Arithmetic('*'));
        true
    }

    /// Reads `?`, `?{div=8}` or `?{i64 div=8}`, integers of CuTe that are known only at run time.
    pub(super) fn dynamic(&mut self, at: usize) -> Result<Next, Failure> {
        if self.foreign {
            return self.fail(Reason::Expected(DYNAMIC));
        }
        self.at += 1;
        let mut divisor = 1;
        if self.rest().starts_with('{') {
            self.at += 1;
            while !self.eat('}') {
                let word = self.name();
                self.at += word.len();
                match word {
                    "i8" | "i16" | "i32" | "i64" => {}
                    "div" if self.eat('=') => {
                        self.peek();
                        let place = self.at;
                        divisor = self.integer()?;
                        if divisor < 1 {
                            return Err(Failure::new(place, Reason::Expected("a divisor from 1")));
                        }
                    }
                    _ => return self.fail(Reason::Expected("`div=8`, `i32`, `i64` or `}`")),
                }
            }
        }
        let first = match self.first_dynamic {
            Some(first) => first,
            None => {
                let first = free_number(self.text);
                self.first_dynamic = Some(first);
                first
            }
        };
        Ok(self.plain(at, What::Dynamic { divisor, first }))
    }

    /// Moves past `+` or `-` between two numbers.
    pub(super) fn at_sum(&mut self) -> Option<char> {
        let sign = self.peek().filter(|sign| matches!(sign, '+' | '-'))?;
        if self.foreign || self.rest().starts_with("--") {
            return None;
        }
        self.at += 1;
        Some(sign)
    }

    /// Adds or subtracts the operand that has been read.
    pub(super) fn finish_sum(&mut self) {
        if let Some((sign, at)) = self.frame().sum.take() {
            self.emit(at, What::Arithmetic(sign));
            self.frame().written = Written::Expression;
        }
    }

    /// Emits a fact, `N % 8 = 0`, `16M >= N` or `N != M`, if the statement is one.
    pub(super) fn fact(&mut self) -> Option<()> {
        if self.foreign {
            return None;
        }
        let at = self.at;
        let end = self.rest().find(';').map_or(self.text.len(), |end| at + end);
        let fact = read_fact(&self.text[at..end])?;
        self.emit(at, What::Fact(fact.into()));
        self.at = end;
        Some(())
    }
}

/// The smallest `k` such that no name in the text is `d` and a number of at least `k`.
fn free_number(text: &str) -> usize {
    let names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let numbers = names.filter_map(|name| name.strip_prefix('d')?.parse::<u32>().ok());
    numbers.max().map_or(0, |largest| largest as usize + 1)
}

/// What a statement with the sign of a fact is.
pub(super) const FACT: &str =
    "an operator or the end, or one fact between `;` such as `N % 8 = 0`, `N >= 16` or `N != M`,";

/// The longest fact that is read, in bytes.
const MAX_FACT: usize = 1 << 10;

fn read_fact(text: &str) -> Option<Fact> {
    if text.len() > MAX_FACT {
        return None;
    }
    let signs = [
        ("%", Relation::Divides),
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("!=", Relation::Equal),
        ("<", Relation::Below),
        (">", Relation::Above),
    ];
    for (sign, relation) in signs {
        let Some((left, right)) = text.split_once(sign) else { continue };
        let (right, holds) = match relation {
            Relation::Divides => match right.split_once("!=") {
                Some((right, zero)) => (right, (zero.trim() == "0").then_some(false)?),
                None => {
                    let (right, zero) = right.split_once('=')?;
                    (right, (zero.trim_start_matches('=').trim() == "0").then_some(true)?)
                }
            },
            Relation::Equal => (right, false),
            _ => (right, true),
        };
        let fact = Fact { left: factors(left)?, right: factors(right)?, relation, holds };
        let named = |factor: &Factor| matches!(factor, Factor::Name(_));
        return fact.left.iter().chain(&fact.right).any(named).then_some(fact);
    }
    // A name alone before `=` is given a value; `2N = 3M` is a fact.
    let (left, right) = text.split_once('=')?;
    let (left, right) = (factors(left)?, factors(right)?);
    let named = left.iter().any(|factor| matches!(factor, Factor::Name(_)));
    (named && left.len() > 1).then_some(Fact {
        left,
        right,
        relation: Relation::Equal,
        holds: true,
    })
}

/// The factors of a product, `16*N`, `16N` or `N*M`.
fn factors(text: &str) -> Option<Factors> {
    let mut factors = vec![];
    for factor in text.split('*') {
        let factor = factor.trim();
        let digits = factor.strip_prefix('-').unwrap_or(factor);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let end = end + factor.len() - digits.len();
        let (number, name) = factor.split_at(end);
        if !number.is_empty() {
            factors.push(Factor::Integer(number.parse().ok()?));
        }
        if name.is_empty() && !number.is_empty() {
            continue;
        }
        let starts = |c: char| c.is_alphabetic() || c == '_' && number.is_empty();
        let all = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !name.starts_with(starts)
            || !all
            || is_reserved(name)
            || NamedOperation::named(name).is_some()
        {
            return None;
        }
        factors.push(Factor::Name(name.to_string()));
    }
    Some(factors)
}
