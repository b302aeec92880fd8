//! Text that is not a literal, read as an expression that writes a value.

use crate::error::{Error, Operation, Rule};
use crate::expression::{DYNAMIC, Expression, Failure, Reason, Value};

/// Converts with `value` the value that `text` writes as an expression, if it is not a literal. The error for text that
/// is neither is the error of the literal, `read`.
pub(crate) fn or_value<T>(
    read: Result<T, Error>,
    text: &str,
    value: impl FnOnce(&Value) -> Result<T, Reason>,
) -> Result<T, Error> {
    let Err(Error { rule: Rule::Syntax { at: literal, .. }, .. }) = read else { return read };
    let written = text.parse::<Expression>().and_then(|expression| expression.written());
    let (at, reason) = match written {
        Ok(written) => match value(&written) {
            Ok(value) => return Ok(value),
            Err(reason) => (0, reason),
        },
        Err(Failure { at, reason }) => (at, reason),
    };
    match reason {
        Reason::Algebra(error) => Err(error),
        Reason::Stopped => {
            let expected = "what is written without operations";
            Err(Error::new(Operation::Parse, Rule::Syntax { at, expected }))
        }
        // What reads further says more about a printout of another program.
        Reason::Expected(expected) if at > literal || at == literal && expected == DYNAMIC => {
            Err(Error::new(Operation::Parse, Rule::Syntax { at, expected }))
        }
        Reason::Depth(_) => {
            let expected = "brackets that nest at most 1024 deep";
            Err(Error::new(Operation::Parse, Rule::Syntax { at, expected }))
        }
        Reason::Integer => Err(Error::new(Operation::Parse, Rule::Overflow)),
        _ => read,
    }
}
