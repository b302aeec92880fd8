//! The command of a line: an expression, `explain`, `show`, `find` or `export` with one, or `help`.

use tilework_algebra::draw::is_instruction;
use tilework_algebra::export::Form;
use tilework_algebra::expression::{
    Expression, Failure, NamedOperation, Names, Note, Reason, Value,
};

use crate::{help, picture};

/// The names that have values so far.
#[derive(Default)]
pub struct Session {
    names: Names,
    /// What the last line had that was dropped or converted.
    pub notes: Vec<Note>,
}

/// The answer to a line.
pub enum Answer {
    Text(String),
    /// The reason why there is no result.
    NoResult(String),
    Failure {
        /// The reason in one line.
        reason: String,
        /// The reason with the text and a caret.
        shown: String,
    },
}

impl Session {
    /// The answer to a line: the value of an expression, its explanation after `explain`, its picture after `show`, or
    /// `help`. It is a failure if `goes_on` stops it before it is done.
    pub fn answer(&mut self, line: &str, goes_on: &mut dyn FnMut() -> bool) -> Answer {
        let line = line.trim();
        self.notes.clear();
        match command(line) {
            Some(("export", words)) => self.export(words, goes_on),
            Some(("explain", expression)) if is_instruction(expression) => drawn_only(expression),
            Some(("explain", expression)) => self.explain(expression, goes_on),
            Some(("show", expression)) => {
                match picture::shown(expression, &mut self.names, goes_on) {
                    Ok(picture) => Answer::Text(picture.trim_end().to_owned()),
                    Err(failure) => failed(&failure, expression),
                }
            }
            Some(("find", expression)) => self.find(expression, goes_on),
            Some(("help", "")) => Answer::Text(help::overview()),
            Some(("help", name)) => match help::operation(name) {
                Some(text) => Answer::Text(text),
                None => {
                    let mut reason = format!("error: there is no operation `{name}`");
                    if let Some(similar) = NamedOperation::similar(name) {
                        reason += &format!("; did you mean `{similar}`?");
                    }
                    Answer::Failure { shown: reason.clone(), reason }
                }
            },
            _ if is_instruction(line) && self.names.get(line).is_none() => drawn_only(line),
            _ => self.value(line, goes_on),
        }
    }

    fn value(&mut self, text: &str, goes_on: &mut dyn FnMut() -> bool) -> Answer {
        match self.evaluate(text, goes_on) {
            Ok(value) => Answer::Text(value.to_string()),
            Err(failure) => failed(&failure, text),
        }
    }

    fn evaluate(
        &mut self,
        text: &str,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Value, Failure> {
        let expression: Expression = text.parse()?;
        let value = expression.evaluate_while(&mut self.names, goes_on);
        self.notes = expression.notes().to_vec();
        self.notes.extend(self.names.take_notes());
        value
    }

    /// A layout as source text: `export cute (4,8):(8,1)`.
    fn export(&mut self, words: &str, goes_on: &mut dyn FnMut() -> bool) -> Answer {
        let (form, text) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let wrong = |reason: String| {
            let reason = format!("error: {reason}");
            Answer::Failure { shown: reason.clone(), reason }
        };
        let Some(form) = Form::named(form) else {
            let forms = Form::ALL.map(Form::name).join("`, `");
            return wrong(format!("`export` writes `{forms}`: write `export cute (4,8):(8,1)`"));
        };
        let value = match self.evaluate(text, goes_on) {
            Ok(value) => value,
            Err(failure) => return failed(&failure, text),
        };
        match value.as_layout().map(|layout| form.write(layout)) {
            Some(Ok(text)) => Answer::Text(text.trim_end().to_owned()),
            Some(Err(error)) => wrong(error.to_string()),
            None => wrong(format!("`export` writes a layout, not {}", value.kind())),
        }
    }

    /// The explanation of how a layout is found, and its picture, unless that is too large.
    fn find(&mut self, text: &str, goes_on: &mut dyn FnMut() -> bool) -> Answer {
        let mut before = self.names.clone();
        match self.explain(text, goes_on) {
            Answer::Text(steps) => match picture::shown(text, &mut before, goes_on) {
                Ok(picture) => Answer::Text(format!("{steps}\n\n{}", picture.trim_end())),
                Err(Failure { reason: Reason::Algebra(error), .. }) => {
                    Answer::Text(format!("{steps}\n\nno picture: {error}"))
                }
                Err(failure) => failed(&failure, text),
            },
            other => other,
        }
    }

    /// The explanation of a value, or of why an operation has no result. Other failures are failures.
    fn explain(&mut self, text: &str, goes_on: &mut dyn FnMut() -> bool) -> Answer {
        let expression: Expression = match text.parse() {
            Ok(expression) => expression,
            Err(failure) => return failed(&failure, text),
        };
        let (steps, value) = expression.explain_while(&mut self.names, goes_on);
        self.notes = expression.notes().to_vec();
        self.notes.extend(self.names.take_notes());
        match value {
            Err(failure) if steps.is_empty() || !matches!(failure.reason, Reason::Algebra(_)) => {
                failed(&failure, text)
            }
            Ok(value) if steps.is_empty() => Answer::Text(value.to_string()),
            Ok(_) => Answer::Text(steps.trim_end().to_owned()),
            Err(_) => Answer::NoResult(steps.trim_end().to_owned()),
        }
    }
}

/// An instruction has only a picture.
fn drawn_only(text: &str) -> Answer {
    let reason = format!("error: an instruction has no value, but a picture: `show {text}`");
    Answer::Failure { shown: reason.clone(), reason }
}

fn failed(failure: &Failure, text: &str) -> Answer {
    Answer::Failure { reason: format!("error: {failure}"), shown: failure.show(text) }
}

/// The command at the beginning of the line, and the rest of the line.
fn command(line: &str) -> Option<(&str, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    // `help = 3` is not a command.
    (matches!(word, "explain" | "show" | "find" | "export" | "help") && !rest.starts_with('='))
        .then_some((word, rest))
}
