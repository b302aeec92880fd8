//! The notation: tuples, layouts and tilers as text.
//!
//! ```text
//! tuple  := integer | "(" [ tuple { "," tuple } ] ")"
//! layout := tuple ":" tuple | tuple            a shape alone is compact column-major
//!         | tuple ":" ( "row_major" | "col_major" )
//!         | tuple ":" strides                  of coordinates, `(e0,2*e(0,1)+e1)`, or bits, `(f1,f9)`
//!         | "Sw<" integer "," integer "," integer "> o " integer " o " layout       composed
//! tiler  := layout with ":" | integer | "_"
//!         | "<" [ tiler { "," tiler } ] ">" | "(" [ tiler { "," tiler } ] ")"
//! ```
//!
//! An integer is decimal, with `-` if it is negative. Blanks are allowed between tokens, and a comma after the last
//! element of a tuple: `(7,):(3,)` is `(7):(3)`, which is how it is printed. In a tiler, an integer `n`
//! means `n:1` and `(4,8)` means `<4:1,8:1>`; parentheses around one layout or `<..>` only group.
//!
//! These are the literals. Tuples in them may nest to any depth. With the feature `expression`, [`FromStr`] reads the
//! literals and every other [expression](crate::expression) that writes a value, which includes all text that
//! `to_string` prints. It computes nothing, so text from untrusted sources is read in little time. It refuses
//! operations, names and coordinates of layouts; use [`evaluate`](crate::expression::evaluate()) for those.
//!
//! ```
//! use tilework_algebra::{Composed, Layout};
//! let rows: Layout = "(4,8):row_major".parse()?;
//! assert_eq!(rows.to_string(), "(4,8):(8,1)");
//! let tile: Composed = "Sw<2,0,3> o 4 o (3,8):(8,1)".parse()?;
//! assert_eq!(tile.to_string(), "Sw<2,0,3> o 4 o (3,8):(8,1)");
//! # #[cfg(feature = "expression")]
//! assert_eq!(
//!     "(4,8):(8,1) o 8:2".parse::<Layout>().unwrap_err().to_string(),
//!     "parse: syntax: expected what is written without operations at position 12",
//! );
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

use alloc::vec::Vec;
use core::str::FromStr;

use smallvec::SmallVec;

use self::stride::{AnyStride, Wrong};
use crate::error::{Error, Operation, Rule};
#[cfg(feature = "expression")]
use crate::expression::Value;
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::Tiler;
use crate::mode::Mode;
use crate::operation::compact::{compact_col_major, compact_row_major};
use crate::operation::slice::Slicer;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{Builder, Profile, Token};

#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "expression")]
pub(crate) mod expression;
#[cfg(feature = "serde")]
pub mod serde;
pub(crate) mod stride;

/// A position in the text.
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text: text.as_bytes(), at: 0 }
    }

    pub(crate) fn expected(&self, expected: &'static str) -> Error {
        Error::new(Operation::Parse, Rule::Syntax { at: self.at, expected })
    }

    /// The next byte that is not blank.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Skips `byte` if it comes next.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    /// Skips these characters, which must be adjacent, if they come next.
    pub(crate) fn eat_all(&mut self, characters: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(characters.as_bytes());
        if found {
            self.at += characters.len();
        }
        found
    }

    pub(crate) fn end(&mut self, expected: &'static str) -> Result<(), Error> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected(expected)) }
    }

    pub(crate) fn integer(&mut self, expected: &'static str) -> Result<i64, Error> {
        self.peek();
        let start = self.at;
        let negative = self.eat(b'-');
        // The digits are subtracted, since -2^63 has no positive counterpart.
        let mut value = Some(0i64);
        let digits = self.at;
        while let Some(digit) = self.text.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            let digit = i64::from(digit - b'0');
            value = value.and_then(|value| value.checked_mul(10)?.checked_sub(digit));
            self.at += 1;
        }
        if self.at == digits {
            self.at = start;
            return Err(self.expected(expected));
        }
        let value = if negative { value } else { value.and_then(i64::checked_neg) };
        value.ok_or(Error::new(Operation::Parse, Rule::Overflow))
    }

    /// A tuple whose leaves are read by `leaf`. The function does not recurse.
    pub(crate) fn tuple<T>(
        &mut self,
        mut leaf: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<(Vec<T>, Profile), Error> {
        let mut leaves = Vec::new();
        let mut word = Builder::default();
        let mut open = 0usize;
        loop {
            // An element begins here.
            if self.eat(b'(') {
                word.push(Token::Open);
                open += 1;
                if self.peek() != Some(b')') {
                    continue;
                }
            } else {
                leaves.push(leaf(self)?);
                word.push(Token::Leaf);
            }
            // An element has ended here, or it is `()` without its closing bracket.
            loop {
                if open == 0 {
                    return Ok((leaves, word.finish()));
                }
                if self.eat(b')') {
                    word.push(Token::Close);
                    open -= 1;
                } else if self.eat(b',') {
                    // A comma may follow the last element.
                    if self.peek() != Some(b')') {
                        break;
                    }
                } else {
                    return Err(self.expected("`,` or `)`"));
                }
            }
        }
    }

    pub(crate) fn int_tuple(&mut self) -> Result<IntTuple, Error> {
        let (leaves, profile) = self.tuple(|cursor| cursor.integer("an integer or `(`"))?;
        Ok(IntTuple::of_parts(SmallVec::from_vec(leaves), profile))
    }

    /// Reads the stride after `:` and makes the layout.
    fn layout_of(&mut self, shape: &IntTuple) -> Result<Layout, Error> {
        Layout::new(shape, &self.int_tuple()?)
    }

    /// A stride of any kind.
    fn stride(&mut self) -> Result<AnyStride, Error> {
        self.peek();
        let rest = core::str::from_utf8(&self.text[self.at..]);
        match rest.ok().and_then(stride::read) {
            None => self.integer("a stride").map(AnyStride::Integer),
            Some(Ok((stride, length))) => {
                self.at += length;
                Ok(stride)
            }
            Some(Err(Wrong::Expected(what))) => Err(self.expected(what)),
            Some(Err(Wrong::Integer)) => Err(Error::new(Operation::Parse, Rule::Overflow)),
            Some(Err(Wrong::Algebra(error))) => Err(error),
        }
    }

    /// A layout whose strides `kind` accepts. `expected` names the kind in the error if it does not accept one.
    fn layout_by<D: Stride>(
        &mut self,
        expected: &'static str,
        kind: impl Fn(AnyStride) -> Option<D>,
    ) -> Result<Layout<D>, Error> {
        let none = self.expected(expected);
        let shape = self.int_tuple().map_err(|_| none)?;
        if !self.eat(b':') {
            return Err(none);
        }
        let (strides, profile) = self.tuple(Self::stride)?;
        let strides: Option<Vec<D>> = strides.into_iter().map(kind).collect();
        let strides = strides.ok_or(none)?;
        if shape.profile() != &profile {
            return Err(Error::new(Operation::Layout, Rule::Congruence));
        }
        let modes = shape.leaves().iter().zip(strides);
        let modes: Vec<Mode<D>> = modes.map(|(&shape, stride)| Mode { shape, stride }).collect();
        Layout::of_modes(modes, profile)
    }

    /// `Sw<B,M,S>`
    fn swizzle(&mut self) -> Result<Swizzle, Error> {
        if !self.eat_all("Sw<") {
            return Err(self.expected("a swizzle"));
        }
        let mut numbers = [0; 3];
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = self.integer("an integer")?;
            let (close, expected) = if at < 2 { (b',', "`,`") } else { (b'>', "`>`") };
            if !self.eat(close) {
                return Err(self.expected(expected));
            }
        }
        let [bits, base, shift] = numbers;
        Swizzle::new(bits, base, shift)
    }

    /// `Sw<B,M,S> o n o S:D`
    fn composed(&mut self) -> Result<Composed, Error> {
        let none = self.expected("a composed layout");
        let swizzle = self.swizzle().map_err(|_| none)?;
        if !self.eat(b'o') {
            return Err(none);
        }
        let added = self.integer("an integer").map_err(|_| none)?;
        if !self.eat(b'o') {
            return Err(none);
        }
        let shape = self.int_tuple().map_err(|_| none)?;
        if !self.eat(b':') {
            return Err(none);
        }
        Ok(Composed::new(swizzle, added, self.layout_of(&shape)?))
    }

    /// A tiler, and whether parentheses around it make a tuple of one mode. `depth` is the number of tuples around it.
    fn tiler(&mut self, depth: usize) -> Result<(Tiler, bool), Error> {
        let close = match self.peek() {
            Some(b'_') => {
                self.at += 1;
                return Ok((Tiler::Keep, true));
            }
            Some(b'<') => b'>',
            Some(b'(') if !self.colon_follows() => b')',
            _ => {
                let shape = self.int_tuple()?;
                return match shape.as_leaf() {
                    _ if self.eat(b':') => Ok((Tiler::Layout(self.layout_of(&shape)?), false)),
                    Some(n) => Ok((Tiler::leaf(n)?, true)),
                    None => Err(self.expected("`:`")),
                };
            }
        };
        if depth == Tiler::MAX_DEPTH {
            let rule = Rule::Depth { limit: Tiler::MAX_DEPTH };
            return Err(Error::new(Operation::Parse, rule));
        }
        self.at += 1;
        let mut modes = Vec::new();
        let tuple = close == b')';
        if self.eat(close) {
            return Ok((Tiler::Modes(modes), tuple));
        }
        loop {
            let (mode, plain) = self.tiler(depth + 1)?;
            // A comma may follow the last mode.
            let comma = self.eat(b',');
            let closed = self.eat(close);
            if tuple && !plain && modes.is_empty() && closed {
                return Ok((mode, false));
            }
            modes.push(mode);
            if closed {
                return Ok((Tiler::Modes(modes), tuple));
            }
            if !comma {
                return Err(self.expected(if close == b'>' { "`,` or `>`" } else { "`,` or `)`" }));
            }
        }
    }

    /// Returns whether `:` follows the bracket that closes the next opening bracket.
    fn colon_follows(&self) -> bool {
        let mut open = 0usize;
        for (at, byte) in self.text.iter().enumerate().skip(self.at) {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Cursor { text: self.text, at: at + 1 }.eat(b':');
            }
        }
        false
    }
}

/// The value that `literal` reads, if it reads all of the text.
pub(crate) fn of_literal<T>(
    text: &str,
    literal: impl FnOnce(&mut Cursor<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    literal(&mut cursor).and_then(|read| cursor.end("the end").map(|()| read))
}

/// Reads a literal. With the feature `expression`, text that is not a literal is then read as an expression that writes
/// a value, and `value` converts that value. The error for text that is neither is the error of the literal.
macro_rules! read {
    ($text:expr, $literal:expr, $value:path) => {{
        let read = crate::notation::of_literal($text, $literal);
        #[cfg(feature = "expression")]
        let read = crate::notation::expression::or_value(read, $text, $value);
        read
    }};
}
pub(crate) use read;

impl FromStr for IntTuple {
    type Err = Error;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        read!(text, |cursor| cursor.int_tuple(), Value::to_tuple)
    }
}

impl FromStr for Profile {
    type Err = Error;

    /// Parses a profile, with `*` for its leaves.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let leaf = |cursor: &mut Cursor<'_>| {
            if cursor.eat(b'*') { Ok(()) } else { Err(cursor.expected("`*` or `(`")) }
        };
        let literal = |cursor: &mut Cursor<'_>| cursor.tuple(leaf).map(|(_, profile)| profile);
        read!(text, literal, Value::to_own_profile)
    }
}

impl FromStr for Slicer {
    type Err = Error;

    /// Parses a tuple of integers, with `_` for open parts.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let leaf = |cursor: &mut Cursor<'_>| {
            let open = cursor.eat(b'_');
            if open { Ok(None) } else { cursor.integer("an integer, `_` or `(`").map(Some) }
        };
        let literal = |cursor: &mut Cursor<'_>| {
            let (leaves, profile) = cursor.tuple(leaf)?;
            Slicer::new(leaves, profile)
        };
        read!(text, literal, Value::to_slicer)
    }
}

impl FromStr for Layout {
    type Err = Error;

    /// Parses a layout `S:D`, or a shape alone, which has the compact column-major stride.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| {
            let shape = cursor.int_tuple()?;
            let stride = if !cursor.eat(b':') {
                cursor.end("`:` or the end")?;
                compact_col_major(&shape)
            } else if cursor.eat_all("row_major") {
                compact_row_major(&shape)
            } else if cursor.eat_all("col_major") {
                compact_col_major(&shape)
            } else {
                return cursor.layout_of(&shape);
            };
            Layout::new(&shape, &stride.map_err(|error| error.during(Operation::Layout))?)
        };
        read!(text, literal, Value::to_layout)
    }
}

impl FromStr for Layout<ArithmeticTuple> {
    type Err = Error;

    /// Parses a layout `S:D` whose strides are coordinates.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| {
            cursor.layout_by("a layout into coordinates", |stride| match stride {
                AnyStride::Coordinate(stride) => Some(stride),
                AnyStride::Integer(0) => Some(ArithmeticTuple::zero()),
                _ => None,
            })
        };
        read!(text, literal, Value::to_coordinates)
    }
}

impl FromStr for Layout<Xor> {
    type Err = Error;

    /// Parses a layout `S:D` with XOR strides.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| {
            cursor.layout_by("a layout with XOR strides", |stride| match stride {
                AnyStride::Xor(stride) => Some(stride),
                AnyStride::Integer(0) => Some(Xor::zero()),
                _ => None,
            })
        };
        read!(text, literal, Value::to_xor)
    }
}

impl FromStr for Swizzle {
    type Err = Error;

    /// Parses a swizzle `Sw<B,M,S>`.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        read!(text, |cursor: &mut Cursor<'_>| cursor.swizzle(), Value::to_swizzle)
    }
}

impl FromStr for Composed {
    type Err = Error;

    /// Parses a composed layout.
    ///
    /// ```
    /// use tilework_algebra::Composed;
    /// let tile: Composed = "Sw<2,0,3> o 4 o (3,8):(8,1)".parse()?;
    /// assert_eq!((tile.added(), tile.inner().size()), (4, 24));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        read!(text, |cursor: &mut Cursor<'_>| cursor.composed(), Value::to_composed)
    }
}

impl FromStr for Composed<Xor> {
    type Err = Error;

    /// Parses a composed layout with XOR strides.
    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| Err(cursor.expected("a composed layout"));
        read!(text, literal, Value::to_composed_xor)
    }
}

impl FromStr for Tiler {
    type Err = Error;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| cursor.tiler(0).map(|(tiler, _)| tiler);
        read!(text, literal, Value::to_tiler)
    }
}
