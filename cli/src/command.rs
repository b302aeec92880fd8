//! What a line says: an expression, `explain` with one, or `help`.

use tilework_algebra::expression::{Expression, Failure, Names, Operation, Reason};

use crate::help;

/// The names that have values so far.
#[derive(Default)]
pub struct Session {
    names: Names,
}

/// What there is to say to a line.
pub enum Answer {
    Text(String),
    /// Why there is no result.
    NoResult(String),
    Failure {
        /// In one line.
        reason: String,
        /// With the text and a caret.
        shown: String,
    },
}

impl Session {
    /// The value of an expression, how it comes about after `explain`, or `help`.
    pub fn answer(&mut self, line: &str) -> Answer {
        let line = line.trim();
        match command(line) {
            Some(("explain", expression)) => self.explain(expression),
            Some(("help", "")) => Answer::Text(help::overview()),
            Some(("help", name)) => match help::operation(name) {
                Some(text) => Answer::Text(text),
                None => {
                    let mut reason = format!("error: there is no operation `{name}`");
                    if let Some(similar) = Operation::similar(name) {
                        reason += &format!("; did you mean `{similar}`?");
                    }
                    Answer::Failure { shown: reason.clone(), reason }
                }
            },
            _ => self.value(line),
        }
    }

    fn value(&mut self, text: &str) -> Answer {
        match text.parse::<Expression>().and_then(|expression| expression.evaluate(&mut self.names))
        {
            Ok(value) => Answer::Text(value.to_string()),
            Err(failure) => failed(&failure, text),
        }
    }

    /// How a value comes about, or that an operation has no result; other failures are failures.
    fn explain(&mut self, text: &str) -> Answer {
        let expression: Expression = match text.parse() {
            Ok(expression) => expression,
            Err(failure) => return failed(&failure, text),
        };
        let (steps, value) = expression.explain(&mut self.names);
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

fn failed(failure: &Failure, text: &str) -> Answer {
    Answer::Failure { reason: format!("error: {failure}"), shown: failure.show(text) }
}

/// The command with which the line begins, and what follows it.
fn command(line: &str) -> Option<(&str, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    // `help = 3` is none.
    (matches!(word, "explain" | "help") && !rest.starts_with('=')).then_some((word, rest))
}
