//! Errors: what is wrong with the input, and the token on which it lies.

use std::fmt::{Display, Formatter};

use proc_macro2::Span;

/// One mistake.
#[derive(Clone, Debug)]
pub struct Error {
    span: Span,
    text: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The error with this text about the token.
    pub fn new(span: Span, text: impl Display) -> Self {
        Error { span, text: text.to_string() }
    }

    /// The place of the token.
    pub fn span(&self) -> Span {
        self.span
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
