//! The words in a message of the types, and their text with numbers.

use core::fmt;

/// The position of the first `part` in a text.
const fn find(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let mut at = 0;
    while at + part.len() <= text.len() {
        let mut same = 0;
        while same < part.len() && text[at + same] == part[same] {
            same += 1;
        }
        if same == part.len() {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The text before the first `end`, or all of it.
const fn before<'a>(text: &'a str, end: &str) -> &'a str {
    match find(text, end) {
        Some(at) => text.split_at(at).0,
        None => text,
    }
}

/// The message of a rule from its name on. It is evaluated at compile time.
///
/// # Panics
/// If the message does not have the name.
pub const fn from_name(message: &'static str, name: &str) -> &'static str {
    match find(message, name) {
        Some(at) => message.split_at(at).1,
        None => panic!("a message has the name of its rule"),
    }
}

/// The words that all of these messages of a rule have. They are found at compile time.
pub(super) const fn words(name: &str, messages: &[&'static str]) -> &'static str {
    let words = words_of(name, messages[0]);
    let mut i = 1;
    while i < messages.len() {
        let other = words_of(name, messages[i]);
        let same = words.len() == other.len() && matches!(find(words, other), Some(0));
        assert!(same, "all messages of a rule have the same words");
        i += 1;
    }
    words
}
const fn words_of(name: &str, message: &'static str) -> &'static str {
    let (_, rest) = from_name(message, name).split_at(name.len());
    match find(rest, ": ") {
        // The text in between is the mode.
        Some(at) => before(before(rest.split_at(at + 2).1, "; "), ": {S}:{D}"),
        None => panic!("the words of a message are behind the name of its rule"),
    }
}

/// Writes the words with `x` and `y` in place of `{X}` and `{Y}`.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    words: &str,
    [x, y]: [&dyn fmt::Display; 2],
) -> fmt::Result {
    for part in words.split('{') {
        match part.split_once('}') {
            Some(("X", rest)) => write!(f, "{x}{rest}")?,
            Some(("Y", rest)) => write!(f, "{y}{rest}")?,
            _ => f.write_str(part)?,
        }
    }
    Ok(())
}
