//! Strides (integers, coordinates and vectors of bits) and the text of those that are not integers.

use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, Operation, Rule};
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;

/// A stride of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyStride {
    /// An integer
    Integer(i64),
    /// `e0`, `6e1`, `6*e(0,1)`, `e0+2e1`
    Coordinate(ArithmeticTuple),
    /// `f5`
    Xor(Xor),
}

impl AnyStride {
    /// Returns whether the stride moves nothing.
    #[cfg(feature = "expression")]
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            AnyStride::Integer(stride) => *stride == 0,
            AnyStride::Coordinate(stride) => stride.is_zero(),
            AnyStride::Xor(stride) => stride.is_zero(),
        }
    }
}

impl fmt::Display for AnyStride {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyStride::Integer(stride) => stride.fmt(f),
            AnyStride::Coordinate(stride) => stride.fmt(f),
            AnyStride::Xor(stride) => stride.fmt(f),
        }
    }
}

/// The reason why a text is not a stride.
pub(crate) enum Wrong {
    /// This was expected.
    Expected(&'static str),
    /// An integer does not fit 64 bits.
    Integer,
    /// There is no such stride.
    Algebra(Error),
}

/// The stride at the beginning of the text, and the number of its bytes; `None` if the text begins with anything else,
/// including an integer.
///
/// ```text
/// stride := term { ("+" | "-") term } | [ integer [ "*" ] ] "f" digits
/// term   := [ integer [ "*" ] ] "e" ( digits | "(" digits { "," digits } ")" )
/// ```
#[inline]
pub(crate) fn read(text: &str) -> Option<Result<(AnyStride, usize), Wrong>> {
    let (first, mut length) = match term(text)? {
        Ok(read) => read,
        Err(reason) => return Some(Err(reason)),
    };
    let AnyStride::Coordinate(first) = first else { return Some(Ok((first, length))) };
    let mut terms = alloc::vec![first];
    loop {
        let rest = &text[length..];
        let operator = rest.trim_start();
        let sign = match operator.bytes().next() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => break,
        };
        let after = operator[1..].trim_start();
        let (next, used) = match term(after) {
            Some(Ok((AnyStride::Coordinate(next), used))) => (next, used),
            Some(Err(reason)) => return Some(Err(reason)),
            _ => break,
        };
        match next.times(sign) {
            Some(next) => terms.push(next),
            None => {
                return Some(Err(Wrong::Algebra(Error::new(Operation::Layout, Rule::Overflow))));
            }
        }
        length = text.len() - after.len() + used;
    }
    let sum = ArithmeticTuple::sum_of(&terms);
    let sum = sum.ok_or(Wrong::Algebra(Error::new(Operation::Layout, Rule::Codomain)));
    Some(sum.map(|sum| (AnyStride::Coordinate(sum), length)))
}

/// A scaled basis element, or a scaled vector of bits.
#[inline]
pub(crate) fn term(text: &str) -> Option<Result<(AnyStride, usize), Wrong>> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = digits(unsigned);
    let signed = text.len() - unsigned.len() + factor;
    let mut rest = &unsigned[factor..];
    if factor > 0 {
        rest = rest.trim_start();
        rest = rest.strip_prefix('*').unwrap_or(rest).trim_start();
    }
    let kind = rest.bytes().next().filter(|kind| matches!(kind, b'e' | b'f'))?;
    let mut after = &rest[1..];
    let mut place: Vec<Option<i64>> = Vec::new();
    let number = |text: &str| text.parse::<i64>().ok();
    if kind == b'e' && after.trim_start().starts_with('(') {
        after = after.trim_start();
        loop {
            after = after[1..].trim_start();
            let length = digits(after);
            if length == 0 {
                return Some(Err(Wrong::Expected("the position of a mode")));
            }
            place.push(number(&after[..length]));
            after = after[length..].trim_start();
            match after.bytes().next() {
                Some(b',') => {}
                Some(b')') => break,
                _ => return Some(Err(Wrong::Expected("`,` or `)`"))),
            }
        }
        after = &after[1..];
    } else {
        let length = digits(after);
        // A name, such as `f` or `e1x`, is not a stride.
        let name = after[length..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if length == 0 || name {
            return None;
        }
        place.push(number(&after[..length]));
        after = &after[length..];
    }
    let scale = match &text[..signed] {
        "" => Some(1),
        "-" => Some(-1),
        digits => number(digits),
    };
    let length = text.len() - after.len();
    let (Some(scale), Some(place)) = (scale, place.into_iter().collect::<Option<Vec<i64>>>())
    else {
        return Some(Err(Wrong::Integer));
    };
    let scaled = if kind == b'e' {
        let place: Vec<usize> =
            place.iter().map(|&mode| usize::try_from(mode).unwrap_or(usize::MAX)).collect();
        let basis = ArithmeticTuple::basis(&place).map(|basis| basis.times(scale));
        basis.map(|stride| stride.map(AnyStride::Coordinate))
    } else {
        if scale < 0 {
            return Some(Err(Wrong::Expected(
                "a natural number: multiples of bits are not negative",
            )));
        }
        Xor::new(place[0]).map(|bits| bits.times(scale).map(AnyStride::Xor))
    };
    let overflow = Error::new(Operation::Layout, Rule::Overflow);
    let stride = scaled.and_then(|stride| stride.ok_or(overflow));
    Some(stride.map(|stride| (stride, length)).map_err(Wrong::Algebra))
}
