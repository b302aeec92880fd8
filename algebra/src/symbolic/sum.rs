//! Sums of terms: cosizes, offsets and coordinates, such as `M*K+K-1`.

use alloc::vec::Vec;
use core::fmt;

use super::term::{Ratio, Term, reduced};

/// The largest number of terms in a sum.
const MAX_TERMS: usize = 64;

/// A sum of terms with different symbols, none of which is 0. Terms of higher degree come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    terms: Vec<Term>,
}

fn degree(term: &Term) -> i32 {
    term.powers().iter().map(|(_, power)| power).sum()
}

impl Sum {
    pub(crate) fn integer(n: i64) -> Sum {
        Sum::from(Term::integer(n))
    }

    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The term, if there is at most one.
    pub(crate) fn as_term(&self) -> Option<Term> {
        match &self.terms[..] {
            [] => Some(Term::integer(0)),
            [term] => Some(term.clone()),
            _ => None,
        }
    }

    pub(crate) fn as_integer(&self) -> Option<i64> {
        self.as_term()?.as_integer()
    }

    /// The sum, if its numbers fit.
    pub(crate) fn plus(&self, other: &Sum) -> Option<Sum> {
        let mut sum = self.clone();
        for term in &other.terms {
            sum.add(term)?;
        }
        Some(sum)
    }

    pub(crate) fn minus(&self, other: &Sum) -> Option<Sum> {
        self.plus(&other.times(&Sum::integer(-1))?)
    }

    pub(crate) fn times(&self, other: &Sum) -> Option<Sum> {
        let mut sum = Sum::default();
        for a in &self.terms {
            for b in &other.terms {
                sum.add(&a.times(b)?)?;
            }
        }
        Some(sum)
    }

    fn add(&mut self, term: &Term) -> Option<()> {
        if term.is_zero() {
            return Some(());
        }
        let same = self.terms.iter().position(|other| other.powers() == term.powers());
        let Some(at) = same else {
            let key = |term: &Term| (-degree(term), term.powers().to_vec());
            let after = self.terms.iter().position(|other| key(other) > key(term));
            self.terms.insert(after.unwrap_or(self.terms.len()), term.clone());
            return (self.terms.len() <= MAX_TERMS).then_some(());
        };
        let sum = added(wide(&self.terms[at]), wide(term))?;
        match sum.0 {
            0 => _ = self.terms.remove(at),
            _ => self.terms[at] = self.terms[at].with_coefficient(sum)?,
        }
        Some(())
    }

    /// The integer for these values of the symbols.
    pub(crate) fn at(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        let mut sum = (0, 1);
        for term in &self.terms {
            sum = added(sum, term.at(value)?)?;
        }
        if sum.1 == 1 { sum.0.try_into().ok() } else { None }
    }
}

fn wide(term: &Term) -> Ratio {
    let (n, d) = term.coefficient();
    (n.into(), d.into())
}

fn added((n, d): Ratio, (m, e): Ratio) -> Option<Ratio> {
    let sum = n.checked_mul(e)?.checked_add(m.checked_mul(d)?)?;
    Some(reduced((sum, d.checked_mul(e)?)))
}

impl From<Term> for Sum {
    fn from(term: Term) -> Sum {
        Sum { terms: if term.is_zero() { Vec::new() } else { alloc::vec![term] } }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (at, term) in self.terms.iter().enumerate() {
            let sign = match (at, term.coefficient().0 < 0) {
                // An operand begins with a digit after `-`.
                (0, true) if term.coefficient().0 == -1 && !term.powers().is_empty() => "-1*",
                (0, true) => "-",
                (0, false) => "",
                (_, true) => "-",
                (_, false) => "+",
            };
            write!(f, "{sign}{}", term.unsigned())?;
        }
        Ok(())
    }
}
