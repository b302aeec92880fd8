//! The notation: tuples, layouts and tilers as text.
//!
//! ```text
//! tuple  := integer | "(" [ tuple { "," tuple } ] ")"
//! layout := tuple ":" tuple | tuple            a shape alone is compact column-major
//!         | tuple ":" strides                  of coordinates or bits: see expressions
//! tiler  := layout with ":" | integer | "_"
//!         | "<" [ tiler { "," tiler } ] ">" | "(" [ tiler { "," tiler } ] ")"
//! ```
//!
//! An integer is decimal, with `-` where it is negative. Blanks may stand between tokens. In a
//! tiler an integer `n` means `n:1` and `(4,8)` means `<4:1,8:1>`; parentheses around one layout
//! or `<..>` only group.
//!
//! These are the literals, of which tuples may nest as deep as they like. Whatever else
//! [`FromStr`] is given is read as an [expression](crate::expression), of which they are a part:
//!
//! ```
//! use tilework_algebra::{IntTuple, Layout};
//! let rows: Layout = "(4,8):row_major".parse()?;
//! assert_eq!(rows.to_string(), "(4,8):(8,1)");
//! let composed: Layout = "(4,6,8):(2,3,5) o (2,12):(2,4)".parse()?;
//! assert_eq!(composed.to_string(), "(2,(6,2)):(4,(3,5))");
//! let size: IntTuple = "size((4,8))".parse()?;
//! assert_eq!(size.as_leaf(), Some(32));
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

use alloc::vec::Vec;
use core::str::FromStr;

use smallvec::SmallVec;

use crate::arithmetic_tuple::ArithmeticTuple;
use crate::compact::compact_col_major;
use crate::composed::Composed;
use crate::error::{Error, Operation, Rule};
use crate::expression::{Expression, Failure, Names, Reason, Value};
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::profile::{Builder, Profile, Token};
use crate::slice::Slicer;
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;
use crate::xor::Xor;

/// A place in the text.
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

    /// Goes past `byte` if it comes next.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    /// Goes past these characters, which stand together, if they come next.
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
        // Counted down, since -2^63 has no positive counterpart.
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

    /// A tuple whose leaves are read by `leaf`, without recursion.
    pub(crate) fn tuple<T>(
        &mut self,
        mut leaf: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<(Vec<T>, Profile), Error> {
        let mut leaves = Vec::new();
        let mut word = Builder::default();
        let mut open = 0usize;
        loop {
            // Here an element begins.
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
            // Here one has ended, or is `()` but for its bracket.
            loop {
                if open == 0 {
                    return Ok((leaves, word.finish()));
                }
                if self.eat(b')') {
                    word.push(Token::Close);
                    open -= 1;
                } else if self.eat(b',') {
                    break;
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

    /// The stride after `:`, and the layout.
    fn layout_of(&mut self, shape: &IntTuple) -> Result<Layout, Error> {
        Layout::new(shape, &self.int_tuple()?)
    }

    /// A tiler, and whether parentheses around it make a tuple of one mode; `depth` is how many
    /// tuples it is in.
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
            if tuple && !plain && modes.is_empty() && self.eat(close) {
                return Ok((mode, false));
            }
            modes.push(mode);
            if self.eat(close) {
                return Ok((Tiler::Modes(modes), tuple));
            }
            if !self.eat(b',') {
                return Err(self.expected(if close == b'>' { "`,` or `>`" } else { "`,` or `)`" }));
            }
        }
    }

    /// Whether `:` comes after the bracket that closes the one that comes next.
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

/// What `literal` reads, or what `value` makes of the value of the text as an expression. A
/// mistake in text that is neither is that of the literal.
pub(crate) fn read<T>(
    text: &str,
    literal: impl FnOnce(&mut Cursor<'_>) -> Result<T, Error>,
    value: impl FnOnce(&Value) -> Result<T, Reason>,
) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    let read = literal(&mut cursor).and_then(|read| cursor.end("the end").map(|()| read));
    let Err(Error { rule: Rule::Syntax { .. }, .. }) = read else { return read };
    let expression = match text.parse::<Expression>() {
        Ok(expression) => expression,
        Err(Failure { reason: Reason::Algebra(error), .. }) => return Err(error),
        Err(_) => return read,
    };
    let evaluated = expression.evaluate(&mut Names::new()).map_err(|failure| failure.reason);
    match evaluated.and_then(|evaluated| value(&evaluated)) {
        Ok(value) => Ok(value),
        Err(Reason::Algebra(error)) => Err(error),
        Err(_) => read,
    }
}

impl FromStr for IntTuple {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(text, |cursor| cursor.int_tuple(), Value::to_tuple)
    }
}

impl FromStr for Profile {
    type Err = Error;

    /// A profile as it is written, with `*` for its leaves.
    fn from_str(text: &str) -> Result<Self, Error> {
        let leaf = |cursor: &mut Cursor<'_>| {
            if cursor.eat(b'*') { Ok(()) } else { Err(cursor.expected("`*` or `(`")) }
        };
        let literal = |cursor: &mut Cursor<'_>| cursor.tuple(leaf).map(|(_, profile)| profile);
        read(text, literal, Value::to_own_profile)
    }
}

impl FromStr for Slicer {
    type Err = Error;

    /// A tuple of integers, with `_` for what stays open.
    fn from_str(text: &str) -> Result<Self, Error> {
        let leaf = |cursor: &mut Cursor<'_>| {
            let open = cursor.eat(b'_');
            if open { Ok(None) } else { cursor.integer("an integer, `_` or `(`").map(Some) }
        };
        let literal = |cursor: &mut Cursor<'_>| {
            let (leaves, profile) = cursor.tuple(leaf)?;
            Slicer::new(leaves, profile)
        };
        read(text, literal, Value::to_slicer)
    }
}

impl FromStr for Layout {
    type Err = Error;

    /// A layout `S:D`, or a shape alone with its compact column-major stride.
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| {
            let shape = cursor.int_tuple()?;
            if cursor.eat(b':') {
                return cursor.layout_of(&shape);
            }
            cursor.end("`:` or the end")?;
            let stride = compact_col_major(&shape);
            Layout::new(&shape, &stride.map_err(|error| error.during(Operation::Layout))?)
        };
        read(text, literal, Value::to_layout)
    }
}

impl FromStr for Layout<ArithmeticTuple> {
    type Err = Error;

    /// A layout `S:D` with coordinates for strides.
    fn from_str(text: &str) -> Result<Self, Error> {
        read(
            text,
            |cursor| Err(cursor.expected("a layout into coordinates")),
            Value::to_coordinates,
        )
    }
}

impl FromStr for Layout<Xor> {
    type Err = Error;

    /// A layout `S:D` with XOR strides.
    fn from_str(text: &str) -> Result<Self, Error> {
        read(text, |cursor| Err(cursor.expected("a layout with XOR strides")), Value::to_xor)
    }
}

impl FromStr for Swizzle {
    type Err = Error;

    /// A swizzle `Sw<B,M,S>`.
    fn from_str(text: &str) -> Result<Self, Error> {
        read(text, |cursor| Err(cursor.expected("a swizzle")), Value::to_swizzle)
    }
}

impl FromStr for Composed {
    type Err = Error;

    /// A composed layout as it is written.
    ///
    /// ```
    /// use tilework_algebra::Composed;
    /// let tile: Composed = "Sw<2,0,3> o 4 o (3,8):(8,1)".parse()?;
    /// assert_eq!((tile.added(), tile.inner().size()), (4, 24));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        read(text, |cursor| Err(cursor.expected("a composed layout")), Value::to_composed)
    }
}

impl FromStr for Composed<Xor> {
    type Err = Error;

    /// A composed layout of XOR strides as it is written.
    fn from_str(text: &str) -> Result<Self, Error> {
        read(text, |cursor| Err(cursor.expected("a composed layout")), Value::to_composed_xor)
    }
}

impl FromStr for Tiler {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| cursor.tiler(0).map(|(tiler, _)| tiler);
        read(text, literal, Value::to_tiler)
    }
}
