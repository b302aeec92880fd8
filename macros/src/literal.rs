//! Expressions of literals with what the notation of the types does not have, operations, swizzles
//! and tuples in the place of sizes: what else the value level evaluates.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Error, Result};
use tilework_algebra::expression::{Names, Operation, Reason, evaluate};

use crate::evaluate::{Term, of_value};
use crate::notation::is_element;
use crate::operation::OPERATIONS;

/// The layout of an expression of literals with an operation that the types do not have; `None`
/// if it is none, because of names or otherwise.
pub fn layout(input: &TokenStream) -> Option<Result<Term>> {
    if !is_beyond_types(input) {
        return None;
    }
    let span = input.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    match evaluate(&written(input), &mut Names::new()) {
        Ok(value) => Some(of_value(value, span)),
        Err(failure) => match failure.reason {
            reason @ (Reason::Algebra(_)
            | Reason::OffsetOrShape(_)
            | Reason::Composed { .. }
            | Reason::Arguments { .. }
            | Reason::Length(_)
            | Reason::Work(_)
            | Reason::Held(_)
            | Reason::None(_)) => Some(Err(Error::new(span, reason))),
            _ => None,
        },
    }
}

/// The text without spaces other than between words.
fn written(input: &TokenStream) -> String {
    let text = input.to_string();
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut written = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if !c.is_whitespace() || word(written.chars().last()) && word(rest.peek().copied()) {
            written.push(c);
        }
    }
    written
}

/// Whether a swizzle is in the text.
pub fn has_swizzle(input: &TokenStream) -> bool {
    input.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => has_swizzle(&group.stream()),
        TokenTree::Ident(name) => name == "Sw",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether an operation, a swizzle or an element that values have is in the text.
fn is_beyond_types(input: &TokenStream) -> bool {
    input.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => is_beyond_types(&group.stream()),
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let in_types = OPERATIONS.iter().any(|known| known.operation.name() == name);
            !in_types && Operation::named(&name).is_some() || name == "Sw" || is_element(&name)
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
