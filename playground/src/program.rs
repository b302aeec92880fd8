//! Programs: the statements of a text of several lines, with their values or failures.

use serde_json::{Value as Json, json};
use tilework_algebra::draw::is_instruction;
use tilework_algebra::expression::{Expression, Failure, Names, Note, Value};

/// A part of the text that is evaluated at once: a line, or several lines while a bracket is open.
pub struct Statement<'a> {
    /// Where it begins in the text, in bytes.
    pub from: usize,
    pub text: &'a str,
}

/// The statements of a text. Empty lines and lines that begin with `# ` or `//` are none.
pub fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    let (mut at, mut begun, mut open) = (0, None, 0i64);
    // What Triton prints of a linear layout: ` - register=1 -> (0, 1)` and so on, up to its last line.
    let mut printed = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        // `#ttg.blocked<..>` is none.
        let is_comment = trimmed.starts_with("# ") || trimmed.starts_with("//");
        let blank = trimmed.is_empty();
        if begun.is_none() && !blank && !is_comment {
            begun = Some(at + line.len() - trimmed.len());
            printed = trimmed.starts_with("- ");
        }
        printed &= !trimmed.starts_with("where ");
        if !is_comment {
            open += opened(line);
        }
        at += line.len();
        // An empty line ends what was left open.
        if let Some(from) = begun
            && ((open <= 0 && !printed) || blank || at == text.len())
        {
            let whole = text[from..at].trim_end();
            if !whole.is_empty() {
                found.push(Statement { from, text: whole });
            }
            (begun, open, printed) = (None, 0, false);
        }
    }
    found
}

/// The number of brackets that the line opens, less those that it closes. Arrows and comparisons have none.
fn opened(line: &str) -> i64 {
    let mut open = 0;
    let mut before = ' ';
    for c in line.chars() {
        match c {
            '(' | '[' | '<' | '{' => open += 1,
            '>' if before == '-' => {}
            ')' | ']' | '>' | '}' => open -= 1,
            _ => {}
        }
        before = c;
    }
    open
}

/// The names that the statements before this one define.
pub fn names_before(statements: &[Statement<'_>], at: usize) -> Names {
    let mut names = Names::new();
    for statement in &statements[..at] {
        // A statement without a value defines what comes before its failure.
        let _ = value(statement.text, &mut names);
    }
    names
}

/// The value of a statement, if it is not only the name of an instruction.
pub fn value(text: &str, names: &mut Names) -> Result<(Option<Value>, Vec<Note>), Failure> {
    if is_instruction(text) && names.get(text.trim()).is_none() {
        return Ok((None, Vec::new()));
    }
    let expression: Expression = text.parse()?;
    let value = expression.evaluate(names);
    // Symbols have notes too.
    let notes = [expression.notes(), &names.take_notes()].concat();
    Ok((Some(value?), notes))
}

/// A failure for the page, with its place in the whole text.
pub fn failed(failure: &Failure, whole: &str, from: usize) -> Json {
    json!({
        "at": place(whole, from + failure.at),
        "reason": failure.reason.to_string(),
        "shown": failure.show(&whole[from..]),
    })
}

/// A place in bytes as one in UTF-16, in which the page counts.
pub fn place(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text[..at].encode_utf16().count()
}

/// The value or the failure of each statement.
pub fn read(text: &str) -> String {
    let mut names = Names::new();
    let mut answers = Vec::new();
    for statement in statements(text) {
        let from = statement.from;
        let mut answer = json!({
            "from": place(text, from),
            "to": place(text, from + statement.text.len()),
            "text": statement.text,
        });
        match value(statement.text, &mut names) {
            Ok((Some(value), notes)) => {
                answer["value"] = value.to_string().into();
                answer["kind"] = value.kind().into();
                let notes = notes.iter().map(
                    |note| json!({ "at": place(text, from + note.at), "text": note.to_string() }),
                );
                answer["notes"] = notes.collect();
            }
            Ok((None, _)) => answer["kind"] = "an instruction".into(),
            Err(failure) => {
                let end = from + statement.text.len();
                answer["failure"] = failed(&failure, &text[..end], from);
            }
        }
        answers.push(answer);
    }
    json!({ "statements": answers, "names": names.iter().map(|(name, _)| name).collect::<Vec<_>>() })
        .to_string()
}
