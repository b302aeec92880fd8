//! The part of a file that a program owns: what is between its two markers.

use std::io::{Error, Result};
use std::ops::Range;

/// Returns the text with the block of the program replaced.
///
/// # Errors
/// If the text has no such markers.
pub fn replaced(text: &str, program: &str, block: &str) -> Result<String> {
    let Range { start, end } = range(text, program)?;
    Ok(format!("{}{block}{}", &text[..start], &text[end..]))
}

fn range(text: &str, program: &str) -> Result<Range<usize>> {
    let (begin, end) =
        (format!("<!-- {program} begins -->\n"), format!("<!-- {program} ends -->\n"));
    let (first, last) = (text.find(&begin), text.find(&end));
    match first.zip(last).map(|(first, last)| first + begin.len()..last) {
        Some(range) if range.start <= range.end => Ok(range),
        _ => Err(Error::other(format!("there are no markers of {program}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn only_the_block_changes() {
        let text = "a\n<!-- x begins -->\nold\n<!-- x ends -->\nb\n";
        let new = "a\n<!-- x begins -->\nnew\n<!-- x ends -->\nb\n";
        assert_eq!(replaced(text, "x", "new\n").unwrap(), new);
        assert!(replaced(text, "y", "").is_err());
        assert!(replaced("<!-- x ends -->\n<!-- x begins -->\n", "x", "").is_err());
    }
}
