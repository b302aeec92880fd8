//! Parsing of leaves: integers, strides that are not integers, swizzles, and `{0}` or `_` in their place.

use alloc::format;

use super::{Parser, What};
use crate::expression::{Failure, Reason};
use crate::layout::swizzle::Swizzle;
use crate::notation::stride;

impl Parser<'_> {
    /// Moves past a stride that is not an integer, if one comes next.
    pub(super) fn stride(&mut self) -> Result<bool, Failure> {
        if !self.multiples()? {
            return Ok(false);
        }
        while self.foreign && self.eat('+') {
            let at = self.at - 1;
            if !self.multiples()? {
                return self.fail(Reason::Expected("a multiple of a basis element"));
            }
            self.emit(at, What::Plus);
        }
        Ok(true)
    }

    /// Moves past literal multiples of elements, or a foreign one.
    fn multiples(&mut self) -> Result<bool, Failure> {
        let first = self.peek();
        let at = self.at;
        if let Some(read) = stride::read(self.rest()) {
            let (stride, length) = read.map_err(|reason| Failure::new(at, reason.into()))?;
            self.at += length;
            self.plain(at, What::Stride(stride));
            return Ok(true);
        }
        if !self.foreign || !matches!(first, Some('{' | '_')) {
            return Ok(false);
        }
        let factor = self.foreign()?;
        let (found, times) = (self.eat('*'), self.at);
        self.peek();
        let of = self.at;
        let term = if found { stride::term(self.rest()) } else { None };
        let Some(term) = term.filter(|_| matches!(self.peek(), Some('e' | 'f'))) else {
            self.at = at;
            return Ok(false);
        };
        let (stride, length) = term.map_err(|reason| Failure::new(of, reason.into()))?;
        self.at += length;
        self.emit(at, factor);
        self.emit(of, What::Stride(stride));
        self.plain(times - 1, What::Times);
        Ok(true)
    }

    /// `{0}` or `_`
    pub(super) fn foreign(&mut self) -> Result<What, Failure> {
        if !self.eat('{') {
            self.at += 1;
            return Ok(What::Open);
        }
        let which = self.integer()?;
        self.eat('}');
        Ok(What::Foreign(usize::try_from(which).unwrap_or(usize::MAX)))
    }

    /// The numbers of a swizzle, whose name at `at` has been read.
    pub(super) fn swizzle(&mut self, at: usize) -> Result<Swizzle, Failure> {
        let mut numbers = [0; 3];
        let closing = if self.rest().starts_with('(') { (')', "`)`") } else { ('>', "`>`") };
        self.at += 1;
        for (k, number) in numbers.iter_mut().enumerate() {
            self.peek();
            *number = self.integer()?;
            let (close, expected) = if k < 2 { (',', "`,`") } else { closing };
            if !self.eat(close) {
                return self.fail(Reason::Expected(expected));
            }
        }
        let [bits, base, shift] = numbers;
        let swizzle = Swizzle::new(bits, base, shift);
        swizzle.map_err(|error| Failure::new(at, error.into()))
    }

    pub(super) fn integer(&mut self) -> Result<i64, Failure> {
        let start = self.at;
        let negative = self.eat('-');
        let rest = self.rest();
        let (prefix, radix) = match rest.get(..2) {
            Some("0x") => (2, 16),
            Some("0o") => (2, 8),
            Some("0b") => (2, 2),
            _ => (0, 10),
        };
        // There may be underscores between digits, as in Rust.
        let digit = |c: char| c.is_digit(radix) || c == '_';
        let length = rest[prefix..].find(|c| !digit(c)).unwrap_or(rest.len() - prefix);
        let digits = rest[prefix..prefix + length].replace('_', "");
        if digits.is_empty() || prefix == 0 && rest.starts_with('_') {
            return Err(Failure::new(start, Reason::Expected("an integer")));
        }
        self.at += prefix + length;
        // Parse with the sign, since -2^63 has no positive counterpart.
        let text = if negative { format!("-{digits}") } else { digits };
        i64::from_str_radix(&text, radix).map_err(|_| Failure::new(start, Reason::Integer))
    }
}
