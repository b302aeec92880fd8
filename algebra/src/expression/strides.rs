//! Strides that are not all integers: their notation, and the layouts that they make.

use alloc::vec::Vec;
use core::fmt;

use super::Reason;
use crate::arithmetic_tuple::ArithmeticTuple;
use crate::error::{Error, Operation, Rule};
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::profile::{self, Builder, Profile, Token};
use crate::stride::Stride;
use crate::xor::Xor;

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

impl fmt::Display for AnyStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyStride::Integer(stride) => stride.fmt(f),
            AnyStride::Coordinate(stride) => stride.fmt(f),
            AnyStride::Xor(stride) => stride.fmt(f),
        }
    }
}

/// A nested tuple of strides of any kind.
#[derive(Clone, PartialEq, Eq)]
pub struct Strides {
    leaves: Vec<AnyStride>,
    profile: Profile,
}

impl Strides {
    /// One stride.
    pub fn leaf(stride: AnyStride) -> Self {
        Strides { leaves: alloc::vec![stride], profile: Profile::leaf() }
    }

    /// The tuple of `parts`.
    pub(super) fn tuple(parts: impl IntoIterator<Item = Strides>) -> Self {
        let mut leaves = Vec::new();
        let mut word = Builder::default();
        word.push(Token::Open);
        for part in parts {
            leaves.extend(part.leaves);
            word.extend(part.profile.tokens());
        }
        word.push(Token::Close);
        Strides { leaves, profile: word.finish() }
    }

    /// The strides of a layout.
    pub(super) fn of<D: Stride>(layout: &Layout<D>, any: impl Fn(D) -> AnyStride) -> Self {
        let leaves = layout.flat_modes().iter().map(|mode| any(mode.stride.clone())).collect();
        Strides { leaves, profile: layout.profile().clone() }
    }

    /// The strides from left to right.
    pub fn leaves(&self) -> &[AnyStride] {
        &self.leaves
    }

    /// The nesting.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(super) fn layout_of<D: Stride>(
        &self,
        shape: &IntTuple,
        stride: impl Fn(&AnyStride) -> Option<D>,
    ) -> Result<Layout<D>, Error> {
        let error = |rule| Error::new(Operation::Layout, rule);
        if shape.profile() != &self.profile {
            return Err(error(Rule::Congruence));
        }
        let mut modes = Vec::with_capacity(self.leaves.len());
        for (at, (&shape, any)) in shape.leaves().iter().zip(&self.leaves).enumerate() {
            let stride = stride(any).ok_or(error(Rule::Codomain).at(at))?;
            modes.push(Mode { shape, stride });
        }
        Layout::of_modes(modes, self.profile.clone())
    }
}

impl From<&IntTuple> for Strides {
    fn from(tuple: &IntTuple) -> Self {
        let leaves = tuple.leaves().iter().copied().map(AnyStride::Integer).collect();
        Strides { leaves, profile: tuple.profile().clone() }
    }
}

impl fmt::Display for Strides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        profile::write(f, self.profile.tokens(), |f, i| self.leaves[i].fmt(f))
    }
}

impl fmt::Debug for Strides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The stride with which the text begins, and how many bytes it has; `None` if it begins with
/// anything else, integers included.
///
/// ```text
/// stride := term { ("+" | "-") term } | [ integer [ "*" ] ] "f" digits
/// term   := [ integer [ "*" ] ] "e" ( digits | "(" digits { "," digits } ")" )
/// ```
pub(super) fn read(text: &str) -> Option<Result<(AnyStride, usize), Reason>> {
    let (first, mut length) = match term(text)? {
        Ok(read) => read,
        Err(reason) => return Some(Err(reason)),
    };
    let AnyStride::Coordinate(mut sum) = first else { return Some(Ok((first, length))) };
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
        let added = next.times(sign).ok_or(Rule::Overflow);
        match added.and_then(|next| sum.plus(&next).ok_or(Rule::Codomain)) {
            Ok(next) => sum = next,
            Err(rule) => return Some(Err(Error::new(Operation::Layout, rule).into())),
        }
        length = text.len() - after.len() + used;
    }
    Some(Ok((AnyStride::Coordinate(sum), length)))
}

/// A scaled basis element, or a scaled vector of bits.
pub(super) fn term(text: &str) -> Option<Result<(AnyStride, usize), Reason>> {
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
                return Some(Err(Reason::Expected("the position of a mode")));
            }
            place.push(number(&after[..length]));
            after = after[length..].trim_start();
            match after.bytes().next() {
                Some(b',') => {}
                Some(b')') => break,
                _ => return Some(Err(Reason::Expected("`,` or `)`"))),
            }
        }
        after = &after[1..];
    } else {
        let length = digits(after);
        // A name, such as `f` or `e1x`, is none.
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
        return Some(Err(Reason::Integer));
    };
    let scaled = if kind == b'e' {
        let place: Vec<usize> =
            place.iter().map(|&mode| usize::try_from(mode).unwrap_or(usize::MAX)).collect();
        let basis = ArithmeticTuple::basis(&place).map(|basis| basis.times(scale));
        basis.map(|stride| stride.map(AnyStride::Coordinate))
    } else {
        if scale < 0 {
            return Some(Err(Reason::Expected(
                "a natural number: multiples of bits are not negative",
            )));
        }
        Xor::new(place[0]).map(|bits| bits.times(scale).map(AnyStride::Xor))
    };
    let overflow = Error::new(Operation::Layout, Rule::Overflow);
    let stride = scaled.and_then(|stride| stride.ok_or(overflow));
    Some(stride.map(|stride| (stride, length)).map_err(Reason::from))
}
