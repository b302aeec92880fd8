//! Why there is no result, in words.

use tilework_algebra::{Error, Rule};

/// An error, and the operand in which it lies if it lies in one.
pub struct Failure {
    error: Error,
    operand: Option<usize>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure { error, operand: None }
    }
}

impl Failure {
    /// An error in the text of operand `operand`.
    pub fn in_operand(operand: usize, error: Error) -> Self {
        Failure { error, operand: Some(operand) }
    }

    /// The message: the error, and where an operand is at fault that operand, with a caret
    /// under the position of a syntax error.
    pub fn explain(&self, operands: &[String]) -> String {
        let error = format!("error: {}", self.error);
        let Some(operand) = self.operand else { return error };
        // On one line, whatever is in it.
        let text = operands[operand].replace(char::is_control, " ");
        let prefix = format!("  in operand {}: ", operand + 1);
        let mut message = format!("{error}\n{prefix}{text}");
        if let Rule::Syntax { at, .. } = self.error.rule {
            // `at` counts bytes, a column counts characters.
            let before = operands[operand].get(..at).map_or(at, |text| text.chars().count());
            message += &format!("\n{:1$}^", "", prefix.len() + before);
        }
        message
    }
}
