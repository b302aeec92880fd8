//! Expressions of literals with operations that the types do not have: what else the value level
//! evaluates.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Error, Result};
use tilework_algebra::expression::{Names, Operation, Reason, Value, evaluate};

use crate::evaluate::{Term, of_value};
use crate::notation::OPERATIONS;

/// The layout of an expression of literals with an operation that the types do not have; `None`
/// if it is none, because of names or otherwise.
pub fn layout(input: &TokenStream) -> Option<Result<Term>> {
    if !is_beyond_types(input) {
        return None;
    }
    let span = input.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    match evaluate(&input.to_string(), &mut Names::new()) {
        Ok(Value::Layout(layout)) => {
            let natural = layout.flat_modes().iter().all(|mode| mode.stride >= 0);
            natural.then(|| of_value(Value::Layout(layout), span))
        }
        Ok(value) => Some(of_value(value, span)),
        Err(failure) => match failure.reason {
            Reason::Algebra(error) => Some(Err(Error::new(span, error))),
            _ => None,
        },
    }
}

/// Whether an operation that only values have is in the text.
fn is_beyond_types(input: &TokenStream) -> bool {
    input.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => is_beyond_types(&group.stream()),
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let in_types = OPERATIONS.iter().any(|known| known.operation.name() == name);
            !in_types && Operation::named(&name).is_some()
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
