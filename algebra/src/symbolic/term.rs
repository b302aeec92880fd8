//! Terms: products of symbols with a rational coefficient, such as `16N`, `N/8` and `N*M`.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The name of a symbol.
pub(crate) type Symbol = Arc<str>;

/// The largest number of symbols in a term.
const MAX_SYMBOLS: usize = 8;

/// The largest power of a symbol.
const MAX_POWER: i32 = 8;

/// A rational number of 128 bits: numerator and denominator, which is above 0.
pub(crate) type Ratio = (i128, i128);

/// A product `c * N^e * M^f * ..` with a rational coefficient and integer powers. Where a term stands for an extent or
/// a stride, the facts say that it is an integer, although `N/8` is not one for every `N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    numerator: i64,
    /// Above 0, and coprime to the numerator.
    denominator: i64,
    /// By name; no power is 0.
    powers: Vec<(Symbol, i32)>,
}

impl Term {
    pub(crate) fn integer(n: i64) -> Term {
        Term { numerator: n, denominator: 1, powers: Vec::new() }
    }

    pub(crate) fn symbol(symbol: Symbol) -> Term {
        Term { numerator: 1, denominator: 1, powers: alloc::vec![(symbol, 1)] }
    }

    /// The term, if its numbers fit.
    fn new((n, d): Ratio, powers: Vec<(Symbol, i32)>) -> Option<Term> {
        let small = powers.iter().all(|(_, power)| power.abs() <= MAX_POWER);
        if d == 0 || !small || powers.len() > MAX_SYMBOLS {
            return None;
        }
        let (n, d) = reduced((n, d));
        let powers = if n == 0 { Vec::new() } else { powers };
        Some(Term { numerator: n.try_into().ok()?, denominator: d.try_into().ok()?, powers })
    }

    pub(crate) fn coefficient(&self) -> (i64, i64) {
        (self.numerator, self.denominator)
    }

    pub(crate) fn powers(&self) -> &[(Symbol, i32)] {
        &self.powers
    }

    /// The same symbols with another coefficient.
    pub(crate) fn with_coefficient(&self, coefficient: Ratio) -> Option<Term> {
        Term::new(coefficient, self.powers.clone())
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.numerator == 0
    }

    /// The number, if the term has no symbol.
    pub(crate) fn as_ratio(&self) -> Option<(i64, i64)> {
        self.powers.is_empty().then_some((self.numerator, self.denominator))
    }

    /// The integer, if the term is one.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        (self.powers.is_empty() && self.denominator == 1).then_some(self.numerator)
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_integer() == Some(1)
    }

    pub(crate) fn times(&self, other: &Term) -> Option<Term> {
        self.combined(other, 1)
    }

    /// The quotient, unless the divisor is 0.
    pub(crate) fn over(&self, other: &Term) -> Option<Term> {
        self.combined(other, -1)
    }

    /// `self * other^sign`, for a sign of 1 or -1
    fn combined(&self, other: &Term, sign: i32) -> Option<Term> {
        let wide = |term: &Term| (i128::from(term.numerator), i128::from(term.denominator));
        let ((n, d), (m, e)) = (wide(self), wide(other));
        let (mut m, mut e) = if sign < 0 { (e, m) } else { (m, e) };
        if e < 0 {
            (m, e) = (-m, -e);
        }
        let mut powers = self.powers.clone();
        for (symbol, power) in &other.powers {
            match powers.binary_search_by(|(name, _)| name.cmp(symbol)) {
                Ok(at) => {
                    powers[at].1 += sign * power;
                    if powers[at].1 == 0 {
                        powers.remove(at);
                    }
                }
                Err(at) => powers.insert(at, (symbol.clone(), sign * power)),
            }
        }
        Term::new((n * m, d * e), powers)
    }

    /// The term with `value` in place of the symbol.
    pub(crate) fn substituted(&self, symbol: &str, value: &Term) -> Option<Term> {
        let Some(at) = self.powers.iter().position(|(name, _)| &**name == symbol) else {
            return Some(self.clone());
        };
        let mut rest = self.clone();
        let (_, power) = rest.powers.remove(at);
        for _ in 0..power.unsigned_abs() {
            rest = rest.combined(value, power.signum())?;
        }
        Some(rest)
    }

    /// The number for these values of the symbols.
    pub(crate) fn at(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<Ratio> {
        let (mut n, mut d) = (i128::from(self.numerator), i128::from(self.denominator));
        for (symbol, power) in &self.powers {
            let value = i128::from(value(symbol)?);
            for _ in 0..power.unsigned_abs() {
                if *power > 0 {
                    n = n.checked_mul(value)?;
                } else {
                    d = d.checked_mul(value)?;
                }
                if d == 0 {
                    return None;
                }
                (n, d) = reduced((n, d));
            }
        }
        Some((n, d))
    }

    /// Returns whether the text needs parentheses before or behind `:`.
    pub(crate) fn is_compound(&self) -> bool {
        let bare = |name: &Symbol| name.starts_with(['e', 'f', '_']);
        match &self.powers[..] {
            [] => self.denominator != 1,
            [(name, 1)] => self.denominator != 1 || self.numerator.abs() != 1 && bare(name),
            _ => true,
        }
    }

    /// The text without the sign.
    pub(crate) fn unsigned(&self) -> impl fmt::Display + '_ {
        Unsigned(self)
    }
}

/// A ratio in lowest terms, with a denominator above 0 if it was.
pub(crate) fn reduced((n, d): Ratio) -> Ratio {
    let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // The divisor of numbers above -2^127 fits.
    let divisor = i128::try_from(a).unwrap_or(1).max(1);
    (n / divisor, d / divisor)
}

/// Writes a product: the number, if it is not 1 or stands alone, and the symbols.
pub(crate) fn write_product(
    f: &mut fmt::Formatter<'_>,
    number: u64,
    symbols: &[(&Symbol, u32)],
) -> fmt::Result {
    let mut first = true;
    if number != 1 || symbols.is_empty() {
        write!(f, "{number}")?;
        // `16e` would begin a stride, and `16_` is an integer.
        first = symbols.first().is_some_and(|(name, _)| !name.starts_with(['e', 'f', '_']));
    }
    for (name, power) in symbols {
        for _ in 0..*power {
            f.write_str(if first { "" } else { "*" })?;
            f.write_str(name)?;
            first = false;
        }
    }
    Ok(())
}

/// The symbols of the numerator, or of the denominator.
pub(crate) fn of_sign(term: &Term, sign: i32) -> Vec<(&Symbol, u32)> {
    let powers = term.powers.iter().filter(|(_, power)| power.signum() == sign);
    powers.map(|(name, power)| (name, power.unsigned_abs())).collect()
}

struct Unsigned<'a>(&'a Term);
impl fmt::Display for Unsigned<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = self.0;
        write_product(f, term.numerator.unsigned_abs(), &of_sign(term, 1))?;
        let below = of_sign(term, -1);
        let divisor = term.denominator.unsigned_abs();
        let factors = below.iter().map(|(_, power)| *power).sum::<u32>() + u32::from(divisor != 1);
        match factors {
            0 => Ok(()),
            1 => {
                f.write_str("/")?;
                write_product(f, divisor, &below)
            }
            _ => {
                f.write_str("/(")?;
                write_product(f, divisor, &below)?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.numerator < 0 { "-" } else { "" })?;
        self.unsigned().fmt(f)
    }
}
