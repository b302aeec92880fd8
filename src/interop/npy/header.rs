//! Checks headers of NumPy files before npyz reads them. npyz allocates as many bytes as a file declares for its
//! header, multiplies extents without an overflow check, and takes twice as long for each level of brackets.

use std::format;
use std::io::{self, Cursor, ErrorKind, Read};
use std::string::String;
use std::vec::Vec;

use npyz::NpyHeader;

/// The maximum number of bytes of a header. NumPy reads 10,000 by default; version 1 can declare 65,535.
const LONGEST: usize = 1 << 16;
/// The maximum depth of brackets: a dictionary, and two for each record in a record, with a shape in the last one.
const DEEPEST: usize = 8;
/// The maximum number of bytes of an element. npyz allocates it before it reads the element.
const LARGEST_ELEMENT: usize = 1 << 20;

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("npy: {what}"))
}

/// Reads the given number of bytes, and allocates memory as they arrive.
fn bytes(reader: &mut impl Read, count: usize, what: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(count as u64).read_to_end(&mut bytes)?;
    if bytes.len() < count {
        let have = bytes.len();
        let what = format!("npy: {what} has {count} bytes, of which the file ends after {have}");
        return Err(io::Error::new(ErrorKind::UnexpectedEof, what));
    }
    Ok(bytes)
}

/// The header. The elements remain in the reader.
///
/// # Errors
/// - Those of `reader`.
/// - [`ErrorKind::InvalidData`] if it is no header or has more than 65,536 bytes, for extents whose product, without
///   zeros, does not fit `u64`, and for elements of no bytes or of more than 2^20.
/// - [`ErrorKind::UnexpectedEof`] if the file ends inside the header.
pub fn read_header(reader: &mut impl Read) -> io::Result<NpyHeader> {
    let mut start = bytes(reader, 8, "the start")?;
    if !start.starts_with(b"\x93NUMPY") {
        return Err(invalid("the file does not begin as those of NumPy do".into()));
    }
    let length = match start[6] {
        1 => 2,
        2 | 3 => 4,
        version => {
            return Err(invalid(format!("version {version} of the format is none of 1, 2 and 3")));
        }
    };
    let length = bytes(reader, length, "the length of the header")?;
    let number = length.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
    if number > LONGEST {
        return Err(invalid(format!("the header has {number} bytes, of which {LONGEST} are read")));
    }
    let text = bytes(reader, number, "the header")?;
    check(&text).map_err(invalid)?;
    start.extend(length);
    start.extend(text);
    let header = NpyHeader::from_reader(Cursor::new(start))?;
    match header.dtype().num_bytes() {
        Some(0) if header.len() > 0 => {
            Err(invalid(format!("{} elements of no bytes", header.len())))
        }
        Some(bytes) if bytes > LARGEST_ELEMENT => Err(invalid(format!(
            "an element has {bytes} bytes, of which {LARGEST_ELEMENT} are read"
        ))),
        _ => Ok(header),
    }
}

/// Checks numbers and brackets outside of strings. The language is that of NumPy's headers: numbers are decimal,
/// without a sign.
fn check(header: &[u8]) -> Result<(), String> {
    let (mut rest, mut depth, mut product) = (header, 0_usize, 1_u64);
    while let [first, others @ ..] = rest {
        rest = match first {
            b'(' | b'[' | b'{' => {
                if depth == DEEPEST || (depth > 0 && *first == b'{') {
                    return Err("the header has too many brackets in one another".into());
                }
                (depth, product) = (depth + 1, 1);
                others
            }
            b')' | b']' | b'}' => {
                (depth, product) = (depth.saturating_sub(1), 1);
                others
            }
            b'\'' | b'"' => behind_string(*first, others)?,
            b'0'..=b'9' => {
                let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
                let end = rest.iter().position(is_end).unwrap_or(rest.len());
                let number: Option<u64> =
                    str::from_utf8(&rest[..end]).ok().and_then(|text| text.parse().ok());
                let number = number
                    .ok_or("the header has an extent that is no decimal number below 2^64")?;
                // An extent of 0 may follow others, and then npyz multiplies these.
                product = product
                    .checked_mul(number.max(1))
                    .ok_or("overflow: the extents of the shape multiply to more than 2^64 - 1")?;
                &rest[end..]
            }
            b'a'..=b'z' | b'A'..=b'Z' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\x0c' => others,
            byte => {
                let what = char::from(*byte);
                return Err(format!("the header has {what:?} outside of a string"));
            }
        };
    }
    Ok(())
}

/// The text after a string whose first quote has been read.
fn behind_string(quote: u8, mut rest: &[u8]) -> Result<&[u8], String> {
    if rest.starts_with(&[quote, quote]) {
        return Err("the header has a string of three quotes".into());
    }
    loop {
        rest = match rest {
            [b'\\', _, others @ ..] => others,
            [byte, others @ ..] if *byte == quote => return Ok(others),
            [_, others @ ..] => others,
            [] => return Err("the header has a string without an end".into()),
        };
    }
}
