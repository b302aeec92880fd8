//! Layouts in the text of CuTe: types as compilers print them, and the output of `print`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::error::{Error, Operation, Rule};
use crate::notation::Cursor;

/// Reads a layout that CuTe has written as a [`Layout`](crate::Layout) with strides of any kind, or as a
/// [`Composed`](crate::Composed) layout. It accepts
///
/// | | |
/// |---|---|
/// | C++ types | `cute::Layout<cute::tuple<cute::C<2>, cute::_3>, cute::Stride<_1,Int<12>>>`, `ComposedLayout<Swizzle<3,4,3>,_0,Layout<..>>`, also `E<0>`, `ScaledBasis<_2,0,1>` as strides |
/// | what `print` writes | `(_2,_3):(_1,_2)`, `Sw<3,4,3> o _0 o (_8,_8):(_8,_1)`, `(_4,_8):(_1@0,_1@1)`, and of tensors the layout, `ptr[32b](0x7f..) o (_4,8):(_1,4)` |
/// | what Python writes | `((2, 3), 4):((1, 2), 6)`, `(4,):(1,)`, `S<2,0,3> o 0 o (8,8):(8,1)`, `SW_2_0_3 o 0 o (8, 8):(8, 1)` |
///
/// A type without strides is compact and column-major, as in CuTe. [`export`](crate::export) is the reverse.
///
/// # Errors
/// [`Rule::Syntax`] with the position in the text, also for types that contain dynamic integers, since the text does
/// not have their values; [`Rule::Overflow`], and the errors of the layout itself.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Composed, Layout, import};
/// let layout: Layout = import::cute("cute::Layout<cute::tuple<cute::C<2>, cute::C<3> >, cute::tuple<cute::C<1>, cute::C<2> > >")?;
/// assert_eq!(layout.to_string(), "(2,3):(1,2)");
/// assert_eq!(import::cute::<Layout>("Layout<Shape<_2,_3>,Stride<_1,_2>>")?, layout);
/// assert_eq!(import::cute::<Layout>("(_2,_3):(_1,_2)")?, layout);
/// let tile: Composed = import::cute("Sw<3,4,3> o _0 o (_8,_8):(_8,_1)")?;
/// assert_eq!(tile.to_string(), "Sw<3,4,3> o 0 o (8,8):(8,1)");
/// let tiles: Layout<ArithmeticTuple> = import::cute("(_4,_8):(_1@1,_2@0)")?;
/// assert_eq!(tiles.to_string(), "(4,8):(e1,2e0)");
/// assert_eq!(
///     import::cute::<Layout>("Layout<tuple<int,_3>,tuple<_1,int>>").unwrap_err().to_string(),
///     "parse: syntax: expected a static integer, as `_8` or `C<8>`, at position 13",
/// );
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn cute<L: FromStr<Err = Error>>(text: &str) -> Result<L, Error> {
    let mut cursor = Cursor::new(text);
    let notation = any(&mut cursor)?;
    cursor.end("the end")?;
    // The text is that of a layout of one of the kinds. An error from here on is an error of the layout.
    notation.parse()
}

/// The text of a layout or composed layout in the notation.
fn any(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    if of_cute(cursor, "ComposedLayout<") {
        let outer = function(cursor)?;
        comma(cursor)?;
        let added = integer(cursor)?;
        comma(cursor)?;
        let inner = layout(cursor)?;
        end_of_type(cursor)?;
        return Ok(format!("composed({outer}, {added}, {inner})"));
    }
    pointer(cursor)?;
    let outer = function(cursor)?;
    if !cursor.eat(b'o') {
        return Ok(outer);
    }
    let added = integer(cursor)?;
    if !cursor.eat(b'o') {
        return Err(cursor.expected("`o` and a layout"));
    }
    Ok(format!("composed({outer}, {added}, {})", layout(cursor)?))
}

/// The pointer of a tensor, `gmem_ptr[32b](0x7f0000000000) o`.
fn pointer(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    for memory in ["", "gmem_", "smem_", "rmem_", "tmem_"] {
        let Some(name) =
            ["ptr[", "ptr<"].iter().find(|ptr| cursor.eat_all(&format!("{memory}{ptr}")))
        else {
            continue;
        };
        let close: &[u8] = if name.ends_with('[') { b"]" } else { b">" };
        skip_past(cursor, close)?;
        if cursor.eat(b'(') {
            skip_past(cursor, b")")?;
        }
        return if cursor.eat(b'o') { Ok(()) } else { Err(cursor.expected("`o` and a layout")) };
    }
    Ok(())
}

fn skip_past(cursor: &mut Cursor<'_>, close: &[u8]) -> Result<(), Error> {
    loop {
        match cursor.peek() {
            Some(byte) => {
                cursor.eat(byte);
                if close.contains(&byte) {
                    return Ok(());
                }
            }
            None => return Err(cursor.expected("the end of a pointer")),
        }
    }
}

/// A swizzle or a layout.
fn function(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let underscores = cursor.eat_all("SW_");
    if !underscores && !["Swizzle<", "Sw<", "S<"].iter().any(|open| of_cute(cursor, open)) {
        return layout(cursor);
    }
    let (between, expected) = if underscores { (b'_', "`_`") } else { (b',', "`,`") };
    let mut numbers = Vec::with_capacity(3);
    for at in 0..3 {
        if at > 0 && !cursor.eat(between) {
            return Err(cursor.expected(expected));
        }
        numbers.push(literal(cursor)?);
    }
    if !underscores {
        end_of_type(cursor)?;
    }
    Ok(format!("Sw<{},{},{}>", numbers[0], numbers[1], numbers[2]))
}

/// A layout, written as a type or as printed.
fn layout(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    if !of_cute(cursor, "Layout<") {
        let shape = tuple(cursor)?;
        if !cursor.eat(b':') {
            return Err(cursor.expected("`:`"));
        }
        return Ok(format!("{shape}:{}", tuple(cursor)?));
    }
    let shape = tuple(cursor)?;
    if cursor.eat(b'>') {
        return Ok(format!("{shape}:col_major"));
    }
    comma(cursor)?;
    let stride = tuple(cursor)?;
    end_of_type(cursor)?;
    Ok(format!("{shape}:{stride}"))
}

/// A tuple, written as a type or in parentheses. The function does not recurse.
fn tuple(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let mut text = String::new();
    let mut closing: Vec<u8> = Vec::new();
    loop {
        // An element begins here.
        if let Some(close) = open_tuple(cursor) {
            text.push('(');
            closing.push(close);
            if cursor.peek() != Some(close) {
                continue;
            }
        } else {
            text += &leaf(cursor)?;
        }
        // An element has ended here, or the tuple has no elements.
        loop {
            let Some(&close) = closing.last() else { return Ok(text) };
            let comma = cursor.eat(b',');
            // `(4,)` is a tuple of one mode in Python.
            if cursor.eat(close) {
                text.push(')');
                closing.pop();
            } else if comma {
                text.push(',');
                break;
            } else {
                return Err(cursor.expected(if close == b'>' {
                    "`,` or `>`"
                } else {
                    "`,` or `)`"
                }));
            }
        }
    }
}

/// Skips the beginning of a tuple and returns the character that ends it.
fn open_tuple(cursor: &mut Cursor<'_>) -> Option<u8> {
    if cursor.eat(b'(') {
        return Some(b')');
    }
    let names = ["tuple<", "Shape<", "Stride<", "Coord<", "Step<", "Tile<"];
    names.iter().any(|name| of_cute(cursor, name)).then_some(b'>')
}

/// An integer, or an integer multiple of a basis element.
fn leaf(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    if of_cute(cursor, "E<") {
        let place = places(cursor)?;
        return Ok(format!("e({place})"));
    }
    if of_cute(cursor, "ScaledBasis<") {
        let multiple = integer(cursor)?;
        comma(cursor)?;
        let place = places(cursor)?;
        return Ok(format!("{multiple}*e({place})"));
    }
    let multiple = integer(cursor)?;
    if cursor.peek() != Some(b'@') {
        return Ok(format!("{multiple}"));
    }
    let mut place = Vec::new();
    while cursor.eat(b'@') {
        place.push(format!("{}", cursor.integer("the position of a mode")?));
    }
    // The position in the innermost mode comes first.
    place.reverse();
    Ok(format!("{multiple}*e({})", place.join(",")))
}

/// `0,1>`: the positions of a basis element.
fn places(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let mut place = String::new();
    loop {
        place += &format!("{}", literal(cursor)?);
        if cursor.eat(b'>') {
            return Ok(place);
        }
        comma(cursor)?;
        place.push(',');
    }
}

/// An integer as CuTe prints it, `_8` or `8`, or as a type: `_8`, `_m1`, `C<8>`, `Int<8>`, `constant<int, 8>`.
fn integer(cursor: &mut Cursor<'_>) -> Result<i64, Error> {
    const EXPECTED: &str = "a static integer, as `_8` or `C<8>`,";
    for type_name in ["constant<", "integral_constant<"] {
        if of_cute(cursor, type_name) {
            while cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                skip_one(cursor);
            }
            comma(cursor)?;
            return end_of_integer(cursor);
        }
    }
    if of_cute(cursor, "C<") || of_cute(cursor, "Int<") {
        return end_of_integer(cursor);
    }
    if of_cute(cursor, "_m") {
        let overflow = Error::new(Operation::Parse, Rule::Overflow);
        return cursor.integer(EXPECTED)?.checked_neg().ok_or(overflow);
    }
    of_cute(cursor, "_");
    cursor.integer(EXPECTED)
}

fn end_of_integer(cursor: &mut Cursor<'_>) -> Result<i64, Error> {
    let value = literal(cursor)?;
    end_of_type(cursor)?;
    Ok(value)
}

/// A C++ number: `8`, `(int)8` or `8l`.
fn literal(cursor: &mut Cursor<'_>) -> Result<i64, Error> {
    if cursor.eat(b'(') {
        skip_past(cursor, b")")?;
    }
    let value = cursor.integer("an integer")?;
    while matches!(cursor.peek(), Some(b'l' | b'L' | b'u' | b'U')) {
        skip_one(cursor);
    }
    Ok(value)
}

fn skip_one(cursor: &mut Cursor<'_>) {
    if let Some(byte) = cursor.peek() {
        cursor.eat(byte);
    }
}

/// Skips a name of CuTe that begins with `text`, with or without its namespace.
fn of_cute(cursor: &mut Cursor<'_>, text: &str) -> bool {
    cursor.eat_all(&format!("cute::{text}")) || cursor.eat_all(text)
}

fn comma(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    if cursor.eat(b',') { Ok(()) } else { Err(cursor.expected("`,`")) }
}

fn end_of_type(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    if cursor.eat(b'>') { Ok(()) } else { Err(cursor.expected("`>`")) }
}
